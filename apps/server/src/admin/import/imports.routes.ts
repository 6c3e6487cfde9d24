import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { ImportReport } from './import-report.ts';
import type { ImportService } from './imports.service.ts';

type Deps = { readonly imports: ImportService; readonly importReport: ImportReport };

export function registerAdminImportRoutes(route: Route, { imports, importReport }: Deps): void {
  route('GET /vid/api/admin/imports', ({ query }) => imports.list(query));
  route('POST /vid/api/admin/imports', ({ body, session, caller }) =>
    imports.begin(body, byAdmin(session, caller)),
  );
  route('PUT /vid/api/admin/imports/:importId/parts/:part', async ({ params, file, session }) => {
    await imports.putPart(params.importId, { part: params.part, content: file, by: session.account.id });
    return true as const;
  });
  route('GET /vid/api/admin/imports/:importId/columns', ({ params }) => imports.columns(params.importId));
  route('POST /vid/api/admin/imports/:importId/check', ({ params, body, session, caller }) =>
    imports.check(params.importId, body, byAdmin(session, caller)),
  );
  route('GET /vid/api/admin/imports/:importId', ({ params }) => imports.get(params.importId));
  route('GET /vid/api/admin/imports/:importId/rows', ({ params, query, session, caller }) =>
    importReport.rows(params.importId, query, byAdmin(session, caller)),
  );
  route('GET /vid/api/admin/imports/:importId/report', ({ params, query, session, caller }) =>
    importReport.csv(params.importId, query.after, caller.locale, byAdmin(session, caller)),
  );
  route('POST /vid/api/admin/imports/:importId/start', ({ params, session, caller }) =>
    imports.start(params.importId, byAdmin(session, caller)),
  );
  route('POST /vid/api/admin/imports/:importId/cancel', ({ params, session, caller }) =>
    imports.cancel(params.importId, byAdmin(session, caller)),
  );
  route('POST /vid/api/admin/imports/:importId/undo', ({ params, session, caller }) =>
    imports.undo(params.importId, byAdmin(session, caller)),
  );
}
