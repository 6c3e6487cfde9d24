import type { Module } from '#platform/module.ts';
import type { ImportWorker } from './run/import-worker.ts';
import { createImportServices, type ImportDeps } from './services.ts';

export function createImportModule(deps: ImportDeps): Module & { readonly importWorker: ImportWorker } {
  const { importWorker, imports, importReport, previewImport } = createImportServices(deps);
  return {
    importWorker,
    handlers: {
      'GET /vid/api/admin/imports': ({ query }) => imports.list(query),
      'POST /vid/api/admin/imports': ({ body, by }) => imports.begin(body, by),
      'PUT /vid/api/admin/imports/:importId/parts/:part': ({ params, file, by }) =>
        imports.putPart(params.importId, { part: params.part, content: file, by: by.actorId }),
      'GET /vid/api/admin/imports/:importId/columns': ({ params, query, by }) =>
        imports.columns(params.importId, query, by),
      'POST /vid/api/admin/imports/:importId/preview': ({ params, body, by }) =>
        previewImport(params.importId, body, by),
      'POST /vid/api/admin/imports/:importId/check': ({ params, body, by }) =>
        imports.check(params.importId, body, by),
      'GET /vid/api/admin/imports/:importId': ({ params }) => imports.get(params.importId),
      'GET /vid/api/admin/imports/:importId/rows': ({ params, query, by }) =>
        importReport.rows(params.importId, query, by),
      'GET /vid/api/admin/imports/:importId/report': ({ params, query, caller, by }) =>
        importReport.csv(params.importId, query, caller.locale, by),
      'GET /vid/api/admin/imports/:importId/invalid-rows': ({ params, query, caller, by }) =>
        importReport.invalidRows(params.importId, query, caller.locale, by),
      'POST /vid/api/admin/imports/:importId/start': ({ params, by }) => imports.start(params.importId, by),
      'POST /vid/api/admin/imports/:importId/cancel': ({ params, by }) => imports.cancel(params.importId, by),
      'POST /vid/api/admin/imports/:importId/undo': ({ params, by }) => imports.undo(params.importId, by),
    },
    schedules: [{ name: 'run-imports', everyMinutes: 1, run: () => importWorker.run() }],
  };
}
