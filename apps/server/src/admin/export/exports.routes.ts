import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { MemberExportService } from './exports.service.ts';

export function registerAdminExportRoutes(route: Route, exports: MemberExportService): void {
  route('GET /vid/api/admin/exports', ({ session }) => exports.list(session.account.id));

  route('POST /vid/api/admin/exports', ({ body, session, caller }) =>
    exports.start(body, byAdmin(session, caller)),
  );

  route('POST /vid/api/admin/exports/:exportId/download', ({ params, session, caller }) =>
    exports.download(params.exportId, { by: byAdmin(session, caller), sessionId: session.id }),
  );

  route('GET /vid/api/admin/exports/:exportId/parts/:part', ({ params, session }) =>
    exports.readPart(params.exportId, params.part, session.id),
  );

  route('DELETE /vid/api/admin/exports/:exportId', async ({ params, session, caller }) => {
    await exports.remove(params.exportId, byAdmin(session, caller));
    return true as const;
  });
}
