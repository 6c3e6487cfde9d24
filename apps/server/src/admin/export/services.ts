import type { Platform } from '#platform/platform.ts';
import { createMemberExportWorker } from './export-worker.ts';
import { createMemberExportRepo } from './exports.repo.ts';
import { createMemberExportService } from './exports.service.ts';

export function createMemberExportServices({ sql, keys, audit, log }: Platform) {
  const repo = createMemberExportRepo(sql);
  return {
    memberExports: createMemberExportService({ sql, keys, repo, audit }),
    memberExportWorker: createMemberExportWorker({ sql, keys, repo, log }),
  };
}
