import type { Queryable, Sql } from '#database/connection.ts';
import type { Caller, Machine, SignedIn } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { isStillGiven } from './application-rights.ts';

type Actor = {
  readonly caller: Partial<Pick<Caller, 'signedIn' | 'machine'>>;
  /**
   * Other accounts that `work` locks. All accounts are locked in one statement, so that two actors cannot
   * deadlock.
   */
  readonly others?: readonly string[];
};

/**
 * Runs `work` in a transaction as the session or machine client of a request. Locks the actor first, in the
 * same order as the return of an account to its owner, and checks that the actor may still act. Otherwise a
 * request that waited for a lock could commit after the return, and the owner would not see what it added.
 * Locks nothing for the operator. Callers do not list the errors below in their own docstrings.
 * @throws AppError TOKEN_INVALID if the session has ended, NOT_FOUND if the account no longer manages the
 *   application, ACCESS_TOKEN_INVALID if the machine client's token is deleted, the client is disabled, or
 *   its creator has lost the right to it
 */
export function beginAs<T>(sql: Sql, actor: Actor, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const { caller, others = [] } = actor;
  const { signedIn, machine } = caller;
  return sql.begin(async (tx) => {
    // Lock accounts before the application, as the return of an account does.
    if (signedIn) await lockAccounts(tx, [signedIn.accountId, ...others]);
    else if (machine) await lockAccounts(tx, others);
    if (signedIn) await lockSession(tx, signedIn);
    if (machine) await lockMachine(tx, machine);
    return work(tx);
  });
}

/** Locks accounts in the order of their ids, which prevents deadlocks. */
export async function lockAccounts(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx`select from accounts where id = any(${[...ids]}::text[]) order by id for no key update`;
}

/**
 * Locks the accounts that no other transaction has locked, and returns their ids. An erasure locks its
 * account for minutes, during which tasks must continue with the other accounts.
 */
export async function lockFreeAccounts(tx: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from accounts where id = any(${[...ids]}::text[]) order by id for no key update skip locked`;
  return rows.map(({ id }) => id);
}

async function lockSession(tx: Queryable, { accountId, sessionId, managerOf }: SignedIn): Promise<void> {
  const session = await tx`
    select from sessions where id = ${sessionId} and account_id = ${accountId}
      and idle_expires_at > now() and expires_at > now() for key share`;
  if (session.count === 0) throw new AppError('TOKEN_INVALID');
  if (managerOf === undefined) return;
  await lockApplication(tx, managerOf);
  const right = await tx`
    select from application_managers where application_id = ${managerOf} and account_id = ${accountId}`;
  if (right.count === 0) throw new AppError('NOT_FOUND');
}

async function lockMachine(tx: Queryable, { applicationId, tokenHash }: Machine): Promise<void> {
  await lockApplication(tx, applicationId);
  const client = await tx`
    select from oidc_client_credentials r join clients c on c.id = r.client_id
      join applications m on m.id = c.application_id
    where r.id_hash = ${tokenHash} and c.status = 'active' and ${isStillGiven(tx)}`;
  if (client.count === 0) throw new AppError('ACCESS_TOKEN_INVALID');
}

/** Takes the lock that the return of an account holds while it removes managers, clients and tokens. */
async function lockApplication(tx: Queryable, id: string): Promise<void> {
  await tx`select from applications where id = ${id} for no key update`;
}
