import type { AccountRepo } from '#account/account.repo.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import type { CurrentSession } from './session-columns.ts';
import { requireMaySetUp, requireNoHold } from './session.policy.ts';
import type { SessionRepo } from './session.repo.ts';

type Deps = {
  readonly accounts: Pick<AccountRepo, 'lockRow'>;
  readonly sessionRepo: Pick<SessionRepo, 'lockLive'>;
};

/**
 * Locks the account and then the session of a sensitive change until the transaction ends. Since the session
 * was read, another device may have ended it, or a phone change may have put the account on hold. With
 * `isSetUp`, a hold does not stop an administrator who has no second factor yet.
 * @throws AppError TOKEN_INVALID, CHANGE_ON_HOLD
 */
export async function lockForChange(
  tx: Queryable,
  session: CurrentSession,
  { accounts, sessionRepo }: Deps,
  { isSetUp = false } = {},
): Promise<AccountsRow> {
  const account = await accounts.lockRow(tx, session.account.id);
  if (!account || !(await sessionRepo.lockLive(tx, session.id))) throw new AppError('TOKEN_INVALID');
  if (isSetUp) requireMaySetUp({ ...account, mustSetUpTwoStep: session.mustSetUpTwoStep });
  else requireNoHold(account);
  return account;
}
