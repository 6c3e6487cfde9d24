import type { SharedModule } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { ExportDeps } from './export-members.ts';
import { createMemberExportServices } from './services.ts';

export function createMemberExportModule(deps: Platform & ExportDeps) {
  const { memberExports, memberExportWorker } = createMemberExportServices(deps);
  return {
    memberExports,
    memberExportWorker,
    handlers: {
      'GET /vid/api/admin/exports': ({ session }) => memberExports.list(session.account.id),
      'POST /vid/api/admin/exports': ({ body, by }) => memberExports.start(body, by),
      'POST /vid/api/admin/exports/:exportId/download': ({ params, session, by }) =>
        memberExports.download(params.exportId, { by, sessionId: session.id }),
      'GET /vid/api/admin/exports/:exportId/parts/:part': ({ params, session }) =>
        memberExports.readPart(params.exportId, params.part, session.id),
      'DELETE /vid/api/admin/exports/:exportId': ({ params, by }) =>
        memberExports.remove(params.exportId, by),
    },
    schedules: [{ name: 'export-members', everyMinutes: 1, run: () => memberExportWorker.run() }],
  } satisfies SharedModule;
}
