import type { CallSession, ManagerRight, Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { managerCall } from '../manage/manager-call.ts';
import { managesAll } from '../managed-applications.ts';
import type { ManagersService } from './managers.service.ts';

/**
 * Managers do not decide about each other, so that one who was added cannot remove the others.
 * @throws AppError FORBIDDEN
 */
function requireOwner({
  right,
  session,
}: {
  readonly right: ManagerRight;
  readonly session: CallSession;
}): void {
  if (right !== 'owner' && !managesAll(session)) throw new AppError('FORBIDDEN');
}

export function registerManagerRoutes(route: Route, { managers }: { readonly managers: ManagersService }) {
  route('GET /vid/api/apps/:appId/managers', ({ params }) => managers.list(params.appId));

  route('POST /vid/api/apps/:appId/managers', async ({ body, ...call }) => {
    requireOwner(call);
    return { outcome: await managers.add(managerCall(call), body.phone) };
  });

  route('DELETE /vid/api/apps/:appId/managers/:accountId', async (call) => {
    const { accountId } = call.params;
    if (accountId !== call.session.account.id) requireOwner(call);
    await managers.remove(managerCall(call), accountId);
    return true as const;
  });
}
