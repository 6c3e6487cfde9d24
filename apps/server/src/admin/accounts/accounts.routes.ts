import type { Route } from '#http/routes.ts';
import { requireConfirmed } from '#sign-in/session/session.policy.ts';
import type { AccountLockService } from './account-lock.service.ts';
import type { AccountsService } from './accounts.service.ts';
import { byAdmin } from './by.ts';

type Deps = { readonly accountList: AccountsService; readonly accountLock: AccountLockService };

export function registerAdminAccountRoutes(route: Route, { accountList, accountLock }: Deps): void {
  route('POST /vid/api/admin/accounts/search', ({ body }) => accountList.search(body));

  route('GET /vid/api/admin/accounts/:accountId', ({ params, session, caller }) =>
    accountList.get(params.accountId, session, caller),
  );

  route('POST /vid/api/admin/accounts/:accountId/lock', async ({ params, body, session, caller }) => {
    requireConfirmed(session);
    await accountLock.lock(params.accountId, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/accounts/:accountId/unlock', async ({ params, body, session, caller }) => {
    requireConfirmed(session);
    await accountLock.unlock(params.accountId, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/accounts/:accountId/end-sessions', async ({ params, session, caller }) => {
    requireConfirmed(session);
    return { ended: await accountLock.endSessions(params.accountId, byAdmin(session, caller)) };
  });
}
