import type { Route } from '#http/routes.ts';
import { managerCall, requireOwnerOrAdmin } from '#applications/manage/manager-call.ts';
import type { ManagersService } from './managers.service.ts';

export function registerManagerRoutes(route: Route, { managers }: { readonly managers: ManagersService }) {
  route('GET /vid/api/apps/:appId/managers', ({ params }) => managers.list(params.appId));

  route('POST /vid/api/apps/:appId/managers', async ({ body, ...call }) => {
    const ownerId = requireOwnerOrAdmin(call);
    return { outcome: await managers.add({ ...managerCall(call), ownerId }, body.phone) };
  });

  route('DELETE /vid/api/apps/:appId/managers/:accountId', async (call) => {
    const { accountId } = call.params;
    const isOwnRow = call.right === 'manager' && accountId === call.session.account.id;
    const ownerId = isOwnRow ? null : requireOwnerOrAdmin(call);
    await managers.remove({ ...managerCall(call), ownerId }, accountId);
    return true as const;
  });
}
