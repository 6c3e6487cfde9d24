import type { Module } from '#platform/module.ts';
import { registerAdminImportRoutes } from './imports.routes.ts';
import type { ImportWorker } from './run/import-worker.ts';
import { createImportServices, type ImportDeps } from './services.ts';

export function createImportModule(deps: ImportDeps): Module & { readonly importWorker: ImportWorker } {
  const { importWorker, ...services } = createImportServices(deps);
  return {
    importWorker,
    routes: (route) => registerAdminImportRoutes(route, services),
    schedules: [{ name: 'run-imports', everyMinutes: 1, run: () => importWorker.run() }],
  };
}
