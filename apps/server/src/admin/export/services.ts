import type { Platform } from '#platform/platform.ts';
import type { ExportDeps } from './export-members.ts';
import { createMemberExportWorker } from './export-worker.ts';
import { createMemberExportRepo } from './exports.repo.ts';
import { createMemberExportService } from './exports.service.ts';

export function createMemberExportServices(deps: Platform & ExportDeps) {
  return {
    memberExports: createMemberExportService(deps),
    memberExportWorker: createMemberExportWorker({ ...deps, repo: createMemberExportRepo(deps.sql) }),
  };
}
