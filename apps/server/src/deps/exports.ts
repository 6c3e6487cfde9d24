import { createMemberExportWorker } from '#admin/export/export-worker.ts';
import { createMemberExportRepo } from '#admin/export/exports.repo.ts';
import { createMemberExportService } from '#admin/export/exports.service.ts';
import type { PlatformDeps } from './platform.ts';

/** Exports of members, for the server and for the commands. */
export function createExportDeps({
  sql,
  keys,
  audit,
  log,
}: Pick<PlatformDeps, 'sql' | 'keys' | 'audit' | 'log'>) {
  const repo = createMemberExportRepo(sql);
  return {
    memberExports: createMemberExportService({ sql, keys, repo, audit }),
    memberExportWorker: createMemberExportWorker({ sql, keys, repo, log }),
  };
}
