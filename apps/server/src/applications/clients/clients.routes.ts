import type { Caller } from '#http/caller.ts';
import type { CallSession, Route } from '#http/routes.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';
import type { Actor } from '#account/actor.ts';
import { requireConfirmedAdmin } from '#applications/manage/manager-right.ts';
import { managesAll, type Manager } from '#applications/application/managed-applications.ts';
import type { ClientsService } from './clients.service.ts';

type Call = { readonly session: CallSession & Manager; readonly caller: Caller };

export const byManager = ({ session, caller }: Call): Actor => ({
  actorId: session.account.id,
  caller,
  isAdmin: managesAll(session),
});

export function registerClientRoutes(route: Route, { clients }: { readonly clients: ClientsService }): void {
  route('GET /vid/api/apps/:appId/clients', ({ params }) => clients.list(params.appId));

  route('POST /vid/api/apps/:appId/clients', (call) => {
    requireConfirmed(call.session);
    return clients.add(call.params.appId, call.body, byManager(call));
  });

  route('GET /vid/api/apps/:appId/clients/:clientId', ({ params }) =>
    clients.get(params.appId, params.clientId),
  );

  route('PATCH /vid/api/apps/:appId/clients/:clientId', (call) => {
    requireConfirmed(call.session);
    return clients.change(call.params.appId, call.params.clientId, call.body, byManager(call));
  });

  route('DELETE /vid/api/apps/:appId/clients/:clientId', async (call) => {
    requireConfirmed(call.session);
    await clients.remove(call.params.appId, call.params.clientId, byManager(call));
    return true as const;
  });

  route('POST /vid/api/apps/:appId/clients/:clientId/status', async (call) => {
    requireConfirmedAdmin(call);
    await clients.setStatus(call.params.appId, call.params.clientId, call.body.status, byManager(call));
    return true as const;
  });

  route('POST /vid/api/apps/:appId/clients/:clientId/secret', (call) => {
    requireConfirmed(call.session);
    return clients.rotateSecret(call.params.appId, call.params.clientId, call.body, byManager(call));
  });

  route('POST /vid/api/apps/:appId/clients/:clientId/end-former-secrets', async (call) => {
    requireConfirmed(call.session);
    await clients.endFormerSecrets(call.params.appId, call.params.clientId, byManager(call));
    return true as const;
  });
}
