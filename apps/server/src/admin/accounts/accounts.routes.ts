import type { Route } from '#http/routes.ts';
import type { AccountSupportService } from './account-support.service.ts';
import type { AccountLockService } from './account-lock.service.ts';
import type { AccountsService } from './accounts.service.ts';
import { byAdmin } from '#account/actor.ts';
import { changeAccounts } from './list/change-accounts.ts';

type Deps = {
  readonly accountList: AccountsService;
  readonly accountLock: AccountLockService;
  readonly accountSupport: AccountSupportService;
};

export function registerAdminAccountRoutes(route: Route, deps: Deps): void {
  const { accountList, accountLock, accountSupport } = deps;

  route('POST /vid/api/admin/accounts/search', ({ body, session, caller }) =>
    accountList.search(body, byAdmin(session, caller)),
  );

  route('POST /vid/api/admin/accounts/export', ({ body, session, caller }) =>
    accountList.export(body, byAdmin(session, caller), caller.locale),
  );

  route('POST /vid/api/admin/accounts/changes', async ({ body, session, caller }) => {
    const { reason, ...change } = body;
    return { report: await changeAccounts(accountLock, change, byAdmin(session, caller, reason)) };
  });

  route('GET /vid/api/admin/accounts/:accountId', ({ params, session, caller }) =>
    accountList.get(params.accountId, session.account.id, caller),
  );

  route('POST /vid/api/admin/accounts/:accountId/lock', async ({ params, body, session, caller }) => {
    await accountLock.lock(params.accountId, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/accounts/:accountId/unlock', async ({ params, body, session, caller }) => {
    await accountLock.unlock(params.accountId, byAdmin(session, caller, body.reason));
    return true as const;
  });

  route('POST /vid/api/admin/accounts/:accountId/end-sessions', async ({ params, session, caller }) => ({
    ended: await accountLock.endSessions(params.accountId, byAdmin(session, caller)),
  }));

  route(
    'POST /vid/api/admin/accounts/:accountId/force-password-change',
    async ({ params, body, session, caller }) => {
      await accountSupport.forcePasswordChange(params.accountId, byAdmin(session, caller, body.reason));
      return true as const;
    },
  );

  route(
    'POST /vid/api/admin/accounts/:accountId/lift-throttle',
    async ({ params, body, session, caller }) => {
      await accountSupport.liftThrottle(params.accountId, byAdmin(session, caller, body.reason));
      return true as const;
    },
  );

  route('POST /vid/api/admin/accounts/:accountId/notes', async ({ params, body, session, caller }) => {
    await accountSupport.addNote(params.accountId, body.text, byAdmin(session, caller));
    return true as const;
  });

  route(
    'PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids',
    async ({ params, body, session, caller }) => {
      await accountSupport.hideNavItems(params.accountId, body.hiddenNavIds, byAdmin(session, caller));
      return true as const;
    },
  );
}
