import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createMemberExportWorker } from './export-worker.ts';
import { createMemberExportRepo } from './exports.repo.ts';
import { registerAdminExportRoutes } from './exports.routes.ts';
import { createMemberExportService } from './exports.service.ts';

/** Exports of members, for the server and for the commands. */
export function createMemberExportServices({ sql, keys, audit, log }: Platform) {
  const repo = createMemberExportRepo(sql);
  return {
    memberExports: createMemberExportService({ sql, keys, repo, audit }),
    memberExportWorker: createMemberExportWorker({ sql, keys, repo, log }),
  };
}

export function createMemberExportModule(
  deps: Platform,
): Module & ReturnType<typeof createMemberExportServices> {
  const { memberExports, memberExportWorker } = createMemberExportServices(deps);
  return {
    memberExports,
    memberExportWorker,
    routes: (route) => registerAdminExportRoutes(route, memberExports),
    schedules: [{ name: 'export-members', everyMinutes: 1, run: () => memberExportWorker.run() }],
  };
}
