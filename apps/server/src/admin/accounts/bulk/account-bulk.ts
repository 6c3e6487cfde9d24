import type { AccountBulkAction } from '@vid/contract/bulk';
import type { Body } from '@vid/contract/endpoints/index';
import type { AdminActor } from '#account/actor.ts';
import { isActiveAdmin } from '#account/administrators.ts';
import { searchText } from '#account/search/account-search.ts';
import type { Queryable } from '#database/connection.ts';
import { readsOf } from '#database/replica/reads.ts';
import { listLastChanged, type BulkRecord, type BulkResult } from '#platform/bulk/bulk.repo.ts';
import { createBulkService } from '#platform/bulk/bulk.service.ts';
import { createBulkWorker, type BulkActor } from '#platform/bulk/bulk-worker.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { AccountLockService } from '../account-lock.service.ts';
import { createAccountsRepo } from '../accounts.repo.ts';
import { judgeAccount, judgeUndo, opposites } from './account-bulk.policy.ts';
import { accountBulk as repo, type LockedAccount } from './account-bulk.repo.ts';

type Start = Body<'POST /vid/api/admin/accounts/bulk-changes'>;

export function createAccountBulk(
  deps: Access & { readonly accountLock: Pick<AccountLockService, 'inTransaction'> },
) {
  const { sql } = deps;
  const { inTransaction } = deps.accountLock;
  const accounts = createAccountsRepo(sql, readsOf(sql));
  const changes = createBulkService<AccountBulkAction>(deps);

  const make = async (tx: Queryable, action: AccountBulkAction, id: string, by: BulkActor) => {
    if (action === 'lock') await inTransaction.lock(tx, id, by);
    else if (action === 'unlock') await inTransaction.unlock(tx, id, by);
    else await inTransaction.endSessions(tx, id, by);
  };

  const work = async (
    tx: Queryable,
    change: BulkRecord<AccountBulkAction>,
    rows: readonly LockedAccount[],
    actor: BulkActor,
  ): Promise<readonly BulkResult[]> => {
    const isUndo = change.status === 'undoing';
    const action = isUndo ? opposites[change.action] : change.action;
    const ids = rows.map(({ id }) => id);
    const lastChanged = isUndo
      ? await listLastChanged(tx, change, ids, ['account.locked', 'account.unlocked'])
      : new Set();
    const by = { ...actor, reason: change.reason ?? '' };
    const results: BulkResult[] = [];
    for (const { id: accountId, ...row } of rows) {
      const facts = { ...row, isOwn: accountId === actor.actorId };
      const decision = isUndo
        ? judgeUndo(action, { ...facts, isLastChange: lastChanged.has(accountId) })
        : judgeAccount(action, facts);
      if (decision === 'change') await make(tx, action, accountId, by);
      results.push({
        itemId: accountId,
        outcome: decision === 'change' ? (isUndo ? 'undone' : 'done') : decision,
      });
    }
    return results;
  };

  const worker = createBulkWorker<AccountBulkAction, readonly LockedAccount[]>(deps, {
    target: 'accounts',
    // Keep batches small, because a change runs many statements per account.
    batchSize: 25,
    lock: (tx, { items }) =>
      repo.lockRows(
        tx,
        items.map(({ itemId }) => itemId),
      ),
    mayContinue: (tx, _change, { actorId }) => isActiveAdmin(tx, actorId),
    work,
  });

  return {
    worker,
    start: ({ action, reason, expected, search = '', ...filters }: Start, by: AdminActor) => {
      const text = searchText(search);
      const filter = { isSearch: text !== '', ...filters };
      const matching = accounts.matching(text, filters);
      const change = { applicationId: null, action, newRole: null, reason };
      return changes.start({ ...change, expected, matching, filter }, by);
    },
    list: () => changes.list(null),
    stop: (id: string, by: AdminActor) => changes.stop(null, id, by),
    undo: (id: string, by: AdminActor) => changes.undo(null, id, by),
  };
}
