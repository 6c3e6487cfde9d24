import { bulkLimits, type BulkOutcome, type BulkStatus } from '@vid/contract/bulk';
import { accountName, authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { BulkChangeAction, BulkChangesRow, BulkRowsRow } from '#database/tables.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';
import type { Outcomes } from './bulk.policy.ts';

const keptDays = 30;
const shownMinutes = 60;
const maxShown = 5;

/**
 * The rows that a bulk change applies to: accounts, or the permissions of one application. Each target has
 * its own task.
 */
export type BulkTarget = 'accounts' | 'permissions';
export const bulkTasks = { accounts: 'change-accounts', permissions: 'change-permissions' } as const;

/** The id of the application; null for changes to accounts. */
export type BulkScope = BulkChangesRow['applicationId'];
export const targetOf = (scope: BulkScope): BulkTarget => (scope === null ? 'accounts' : 'permissions');

export type BulkRecord<Action = BulkChangeAction> = Pick<
  BulkChangesRow,
  | 'id'
  | 'applicationId'
  | 'newRole'
  | 'reason'
  | 'total'
  | 'startedBy'
  | 'undoneBy'
  | 'createdAt'
  | 'endedAt'
  | 'doneTo'
> & {
  readonly action: Action;
  readonly status: BulkStatus;
  readonly outcomes: Outcomes;
};

export type NamedRecord<Action> = BulkRecord<Action> & {
  readonly starterName: string | null;
  readonly undoerName: string | null;
  readonly now: Date;
};

export type NewBulkChange = Pick<
  BulkChangesRow,
  'id' | 'applicationId' | 'action' | 'newRole' | 'reason' | 'total'
> & { readonly startedBy: string };

export type Ended = Pick<BulkRecord, 'id' | 'applicationId' | 'action' | 'status' | 'outcomes'>;

export type BulkItem = Pick<BulkRowsRow, 'itemId' | 'accountId' | 'former'>;

/** `former` is the permission before the change; undefined if none is stored. */
export type BulkResult = {
  readonly itemId: string;
  readonly outcome: BulkOutcome;
  readonly former?: object | undefined;
};

const columns = (tx: Queryable): Fragment => tx`
  c.id, c.application_id, c.action, c.new_role, c.reason, c.status, c.total, c.outcomes, c.done_to, c.started_by,
  c.undone_by, c.created_at, c.ended_at`;
/**
 * Selects a change with the names of its actors. An actor without a name appears with the phone number to
 * administrators, but not to managers.
 */
const namedColumns = (tx: Queryable, scope: BulkScope): Fragment => {
  const nameOf = scope === null ? authorName : accountName;
  return tx`
    ${columns(tx)}, now() as now, ${nameOf(tx, tx`s`)} as starter_name, ${nameOf(tx, tx`u`)} as undoer_name`;
};
const endedColumns = (tx: Queryable): Fragment => tx`c.id, c.application_id, c.action, c.status, c.outcomes`;
const joinNames = (tx: Queryable): Fragment => tx`
  left join accounts s on s.id = c.started_by left join accounts u on u.id = c.undone_by`;

const isIn = (tx: Queryable, scope: BulkScope): Fragment =>
  scope === null ? tx`application_id is null` : tx`application_id = ${scope}`;

export function createBulkRepo<Action>(sql: Sql) {
  return {
    /**
     * Adds a change with the items that `matching` selects. One statement stores and counts the items, so
     * that the count is exact. Returns their number, at most one more than the limit. Throws the unique
     * violation of `bulk_changes_running_key` if another change in the application, or to accounts by the
     * same administrator, is running.
     */
    async add(tx: Queryable, change: NewBulkChange, matching: Fragment): Promise<number> {
      // The best plan depends on the values of the filter, so do not use a generic plan (ADR 4). Inserting
      // the rows in index order is faster.
      await tx`set local plan_cache_mode = 'force_custom_plan'`;
      const { id, applicationId, action, newRole, reason, total, startedBy } = change;
      await tx`
        insert into bulk_changes (id, application_id, action, new_role, reason, total, started_by, expires_at)
        values (${id}, ${applicationId}, ${action}, ${newRole}, ${reason}, ${total}, ${startedBy},
          now() + make_interval(days => ${keptDays}))`;
      const { count } = await tx`
        insert into bulk_rows (change_id, item_id, account_id)
        select ${id}, m.id, m.account_id from (${matching} limit ${bulkLimits.rows + 1}) m (id, account_id)
        order by m.id`;
      return count;
    },

    queue: (tx: Queryable, scope: BulkScope): Promise<void> => runSoon(tx, bulkTasks[targetOf(scope)]),

    find: (tx: Queryable, scope: BulkScope, id: string) =>
      tx<NamedRecord<Action>[]>`
        select ${namedColumns(tx, scope)} from bulk_changes c ${joinNames(tx)}
        where c.id = ${id} and ${isIn(tx, scope)} and c.expires_at > now()`.first(),

    async listShown(scope: BulkScope) {
      return sql<NamedRecord<Action>[]>`
        select ${namedColumns(sql, scope)} from bulk_changes c ${joinNames(sql)}
        where ${isIn(sql, scope)} and (
          c.status in ('running', 'undoing')
          or c.ended_at > now() - make_interval(mins => ${bulkLimits.undoMinutes})
          or c.id in (
            select id from bulk_changes
            where ${isIn(sql, scope)} and ended_at > now() - make_interval(mins => ${shownMinutes})
            order by created_at desc, id desc limit ${maxShown}))
        order by c.created_at desc, c.id desc`;
    },

    async listOpen(target: BulkTarget) {
      return sql<BulkRecord<Action>[]>`
        select ${columns(sql)} from bulk_changes c
        where c.status in ('running', 'undoing') and (c.application_id is null) = ${target === 'accounts'}::boolean
        order by c.created_at`;
    },

    /** Returns the next items after `doneTo`; during an undo, only changed items. */
    async listNext(
      tx: Queryable,
      { id, doneTo, status }: Pick<BulkRecord, 'id' | 'doneTo' | 'status'>,
      limit: number,
    ): Promise<readonly BulkItem[]> {
      return tx<BulkItem[]>`
        select r.item_id, r.account_id, r.former from bulk_rows r
        where r.change_id = ${id} and r.item_id > ${doneTo}
          and r.outcome is not distinct from ${status === 'undoing' ? 'done' : null}::text
        order by r.item_id limit ${limit}`;
    },

    /**
     * Locks a change. Returns false if its progress or status has changed since it was read. Lock the batch's
     * rows first, because stopping a change locks the actor's account before the change.
     */
    lock: (tx: Queryable, { id, status, doneTo }: Pick<BulkRecord, 'id' | 'doneTo' | 'status'>) =>
      tx`
        select from bulk_changes where id = ${id} and status = ${status} and done_to = ${doneTo}
        for no key update`.hasRows(),

    async setResults(tx: Queryable, changeId: string, results: readonly BulkResult[]): Promise<void> {
      await tx`
        update bulk_rows r set outcome = n.outcome, former = coalesce(n.former, r.former)
        from jsonb_to_recordset(${tx.json(results)}::jsonb) n ("itemId" text, outcome text, former jsonb)
        where r.change_id = ${changeId} and r.item_id = n."itemId"`;
    },

    async advance(tx: Queryable, id: string, doneTo: string, outcomes: Outcomes): Promise<void> {
      await tx`update bulk_changes set done_to = ${doneTo}, outcomes = ${tx.json(outcomes)} where id = ${id}`;
    },

    async end(tx: Queryable, { id, status, outcomes }: Ended): Promise<void> {
      await tx`
        update bulk_changes set status = ${status}, ended_at = now(), outcomes = ${tx.json(outcomes)}
        where id = ${id}`;
    },

    /** Stops a change or its undo. Returns undefined if neither is running. */
    stop: (tx: Queryable, id: string) =>
      tx<Ended[]>`
        update bulk_changes c set status = 'stopped', ended_at = now()
        where id = ${id} and status in ('running', 'undoing') returning ${endedColumns(tx)}`.first(),

    /** Starts an undo. Returns false unless the change is done or stopped. */
    undo: (tx: Queryable, id: string, undoneBy: string) =>
      tx`
        update bulk_changes set status = 'undoing', undone_by = ${undoneBy}, done_to = ''
        where id = ${id} and status in ('done', 'stopped')`.hasRows(),
  };
}

export async function stopOf(tx: Queryable, accountId: string): Promise<readonly Ended[]> {
  return tx<Ended[]>`
    update bulk_changes c set status = 'stopped', ended_at = now()
    where started_by = ${accountId} and status = 'running' or undone_by = ${accountId} and status = 'undoing'
    returning ${endedColumns(tx)}`;
}

/**
 * Returns the accounts whose latest event of `kinds` belongs to a bulk change, whose events have its id as
 * their request id. Event ids follow the order of the locks, but `at` is the start of a transaction, which
 * may have waited for the change; the search therefore begins a minute before the change was created.
 */
export async function listLastChanged(
  tx: Queryable,
  { id, applicationId, createdAt }: Pick<BulkRecord, 'id' | 'applicationId' | 'createdAt'>,
  accountIds: readonly string[],
  kinds: readonly AuditKind[],
): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }[]>`
    select i.id from unnest(${[...accountIds]}::text[]) i (id)
    cross join lateral (
      select e.request_id from audit_events e
      where e.account_id = i.id and e.kind = any(${[...kinds]}::text[])
        and e.at > ${createdAt}::timestamptz - interval '1 minute'
        ${applicationId === null ? tx`` : tx`and e.details->>'applicationId' = ${applicationId}`}
      order by e.id desc limit 1) e
    where e.request_id = ${id}`;
  return new Set(rows.map((row) => row.id));
}
