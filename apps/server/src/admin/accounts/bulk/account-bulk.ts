import type { Body } from '@vid/contract/endpoints/index';
import type { AdminActor } from '#account/actor.ts';
import { isActiveAdmin } from '#account/administrators.ts';
import { searchText } from '#account/search/account-search.ts';
import type { Queryable } from '#database/connection.ts';
import type { BulkRecord, BulkResult } from '#platform/bulk/bulk.repo.ts';
import { createBulkService } from '#platform/bulk/bulk.service.ts';
import { createBulkWorker, type BulkActor } from '#platform/bulk/bulk-worker.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { AccountLockService } from '../account-lock.service.ts';
import { createAccountsRepo } from '../accounts.repo.ts';
import { judgeAccount, judgeUndo, opposites, type AccountBulkAction } from './account-bulk.policy.ts';
import { accountBulk as repo, type LockedAccount } from './account-bulk.repo.ts';

type Start = Body<'POST /vid/api/admin/accounts/bulk-changes'>;

/** Changes all accounts that match a filter of the list of accounts. */
export function createAccountBulk(
  deps: Access & { readonly accountLock: Pick<AccountLockService, 'inTransaction'> },
) {
  const { sql } = deps;
  const { inTransaction } = deps.accountLock;
  const accounts = createAccountsRepo(sql);
  const changes = createBulkService(deps);

  const make = async (tx: Queryable, action: AccountBulkAction, id: string, by: BulkActor) => {
    if (action === 'lock') await inTransaction.lock(tx, id, by);
    else if (action === 'unlock') await inTransaction.unlock(tx, id, by);
    else await inTransaction.endSessions(tx, id, by);
  };

  const work = async (
    tx: Queryable,
    change: BulkRecord,
    rows: readonly LockedAccount[],
    { actorId, caller }: BulkActor,
  ): Promise<readonly BulkResult[]> => {
    const isUndo = change.status === 'undoing';
    const action = isUndo ? opposites[change.action] : change.action;
    const ids = rows.map(({ id }) => id);
    const lastChanged = isUndo ? await repo.listLastChanged(tx, ids, change.id) : new Set();
    const by = { actorId, caller, reason: isUndo ? `undo of ${change.id}: ${change.reason}` : change.reason };
    const results: BulkResult[] = [];
    for (const { id: accountId, ...row } of rows) {
      const facts = { ...row, isOwn: accountId === actorId };
      const decision = isUndo
        ? judgeUndo(action, { ...facts, isLastChange: lastChanged.has(accountId) })
        : judgeAccount(action, facts);
      if (decision === 'change') await make(tx, action, accountId, by);
      results.push({ accountId, outcome: decision === 'change' ? (isUndo ? 'undone' : 'done') : decision });
    }
    return results;
  };

  const worker = createBulkWorker(deps, {
    mayContinue: (tx, { actorId }) => isActiveAdmin(tx, actorId),
    lock: (tx, ids) => repo.lockRows(tx, ids),
    work,
  });

  return {
    worker,
    start: ({ action, reason, expected, search = '', ...filters }: Start, by: AdminActor) => {
      const text = searchText(search);
      const filter = { isSearch: text !== '', ...filters };
      const matching = accounts.matching(text, filters);
      return changes.start({ action, reason, expected, matching, filter }, by);
    },
    list: () => changes.list(),
    stop: (id: string, by: AdminActor) => changes.stop(id, by),
    undo: (id: string, by: AdminActor) => changes.undo(id, by),
  };
}
