import type { Route } from '#http/routes.ts';
import type { LinkedAccountsService } from './linked-accounts.service.ts';

export function registerLinkedAccountsRoutes(route: Route, linkedAccounts: LinkedAccountsService): void {
  route('GET /vid/api/users/identities', ({ session }) => linkedAccounts.list(session));

  route('POST /vid/api/users/identity-requests', async ({ session, body, caller }) => ({
    address: await linkedAccounts.start(session, body.provider, caller),
  }));

  route('POST /vid/api/users/identities', ({ session, body, caller }) =>
    linkedAccounts.add(session, body, caller),
  );

  route('DELETE /vid/api/users/identities/:provider', async ({ session, params, caller }) => {
    await linkedAccounts.remove(session, params.provider, caller);
    return true as const;
  });
}
