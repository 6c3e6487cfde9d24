import type { Body, Data } from '@vid/contract/endpoints/index';
import { AppError } from '#lib/app-error.ts';
import type { ErrorCode } from '@vid/contract/errors';
import type { AccountLockService } from '../account-lock.service.ts';
import type { AdminActor } from '#account/actor.ts';

type Change = Omit<Body<'POST /vid/api/admin/accounts/changes'>, 'reason'>;
type Report = Data<'POST /vid/api/admin/accounts/changes'>['report'];
type Outcome = Report[number]['outcome'];

const refusals: Partial<Record<ErrorCode, Outcome>> = {
  NOT_FOUND: 'not-found',
  OWN_ACCOUNT: 'own-account',
  LAST_ADMIN: 'last-admin',
};

/**
 * Changes each account in its own audited transaction, so that a refused change does not stop the others. If
 * the call is repeated after an outage, accounts that are already locked or unlocked are reported as unchanged.
 */
export async function changeAccounts(
  accountLock: AccountLockService,
  { action, accountIds }: Change,
  by: AdminActor,
): Promise<Report> {
  const change = async (accountId: string): Promise<boolean> => {
    if (action === 'lock') return accountLock.lock(accountId, by);
    if (action === 'unlock') return accountLock.unlock(accountId, by);
    // Ending the sessions of the caller's own account would end the session of this request.
    if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
    await accountLock.endSessions(accountId, by);
    return true;
  };
  const report: Report = [];
  for (const accountId of accountIds) {
    try {
      const isChanged = await change(accountId);
      report.push({ accountId, outcome: isChanged ? 'done' : 'unchanged' });
    } catch (error) {
      const outcome = error instanceof AppError ? refusals[error.code] : undefined;
      if (outcome === undefined) throw error;
      report.push({ accountId, outcome });
    }
  }
  return report;
}
