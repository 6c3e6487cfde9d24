import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerAdminExportRoutes } from './exports.routes.ts';
import { createMemberExportServices } from './services.ts';

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
