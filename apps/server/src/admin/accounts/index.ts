import type { SharedModule } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import {
  createAccountSupportService,
  type LiftOtpLimits,
  type LiftTwoStepLimit,
} from './account-support.service.ts';
import { createAccountLockService } from './account-lock.service.ts';
import { createAccountBulk } from './bulk/account-bulk.ts';
import { changeAccounts } from './list/change-accounts.ts';
import { createSignInCheckService, type SignInCheckDeps } from './sign-in-check/sign-in-check.service.ts';
import { createAccountsService, type ApplicationLists } from './accounts.service.ts';

type Deps = Access &
  ApplicationLists &
  SignInCheckDeps & {
    readonly liftOtpLimits: LiftOtpLimits;
    readonly liftTwoStepLimit: LiftTwoStepLimit;
  };

export function createAccountsModule(deps: Deps) {
  const accountLock = createAccountLockService(deps);
  const accountList = createAccountsService(deps);
  const accountSupport = createAccountSupportService(deps);
  const signInCheck = createSignInCheckService(deps);
  const bulk = createAccountBulk({ ...deps, accountLock });
  return {
    accountLock,
    bulkWorker: bulk.worker,
    schedules: [bulk.worker.schedule],
    handlers: {
      'POST /vid/api/admin/accounts/count': ({ body, by }) => accountList.count(body, by),
      'POST /vid/api/admin/accounts/export': ({ body, caller, by }) =>
        accountList.export(body, by, caller.locale),
      'POST /vid/api/admin/accounts/changes': async ({ body: { reason: _reason, ...change }, by }) => ({
        report: await changeAccounts(accountLock, change, by),
      }),
      'POST /vid/api/admin/accounts/bulk-changes': ({ body, by }) => bulk.start(body, by),
      'GET /vid/api/admin/accounts/bulk-changes': () => bulk.list(),
      'POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop': ({ params, by }) =>
        bulk.stop(params.bulkId, by),
      'POST /vid/api/admin/accounts/bulk-changes/:bulkId/undo': ({ params, by }) =>
        bulk.undo(params.bulkId, by),
      'POST /vid/api/admin/accounts/:accountId/force-password-change': ({ params, by }) =>
        accountSupport.forcePasswordChange(params.accountId, by),
      'GET /vid/api/admin/accounts/:accountId/sign-in-check': ({ params, by }) =>
        signInCheck.check(params.accountId, by),
      'POST /vid/api/admin/accounts/:accountId/lift-limit': ({ params, body, by }) =>
        accountSupport.liftLimit(params.accountId, body.limit, by),
      'POST /vid/api/admin/accounts/:accountId/cancel-recovery': ({ params, by }) =>
        signInCheck.cancelRecovery(params.accountId, by),
      'POST /vid/api/admin/accounts/:accountId/notes': ({ params, body, by }) =>
        accountSupport.addNote(params.accountId, body.text, by),
      'PUT /vid/api/admin/accounts/:accountId/hidden-nav-ids': ({ params, body, by }) =>
        accountSupport.hideNavItems(params.accountId, body.hiddenNavIds, by),
    },
    routes(route) {
      for (const accounts of ['/vid/api/admin/accounts', '/vid/api/manage/accounts'] as const) {
        route(`POST ${accounts}/search`, ({ body, by }) => accountList.search(body, by));
        route(`GET ${accounts}/:accountId`, ({ params, caller, by }) =>
          accountList.get(params.accountId, by.actorId, caller),
        );
        route(`POST ${accounts}/:accountId/lock`, async ({ params, by }) => {
          await accountLock.lock(params.accountId, by);
        });
        route(`POST ${accounts}/:accountId/unlock`, async ({ params, by }) => {
          await accountLock.unlock(params.accountId, by);
        });
        route(`POST ${accounts}/:accountId/end-sessions`, async ({ params, by }) => ({
          ended: await accountLock.endSessions(params.accountId, by),
        }));
      }
    },
  } satisfies SharedModule;
}
