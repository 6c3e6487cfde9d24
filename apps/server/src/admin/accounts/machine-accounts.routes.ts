import type { Route } from '#http/routes.ts';
import type { AccountLockService } from './account-lock.service.ts';
import type { AccountsService } from './accounts.service.ts';
import { byMachine } from '#account/actor.ts';

type Deps = { readonly accountList: AccountsService; readonly accountLock: AccountLockService };

/** Serves the accounts of the association to a machine client that an administrator has permitted to manage them. */
export function registerMachineAccountRoutes(route: Route, { accountList, accountLock }: Deps): void {
  route('POST /vid/api/manage/accounts/search', ({ body, ...call }) =>
    accountList.search(body, byMachine(call)),
  );

  route('GET /vid/api/manage/accounts/:accountId', ({ params, ...call }) =>
    accountList.get(params.accountId, byMachine(call).actorId, call.caller),
  );

  route('POST /vid/api/manage/accounts/:accountId/lock', async ({ params, body, ...call }) => {
    await accountLock.lock(params.accountId, byMachine(call, body.reason));
    return true as const;
  });

  route('POST /vid/api/manage/accounts/:accountId/unlock', async ({ params, body, ...call }) => {
    await accountLock.unlock(params.accountId, byMachine(call, body.reason));
    return true as const;
  });

  route('POST /vid/api/manage/accounts/:accountId/end-sessions', async ({ params, ...call }) => ({
    ended: await accountLock.endSessions(params.accountId, byMachine(call)),
  }));
}
