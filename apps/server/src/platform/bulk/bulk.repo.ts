import { bulkLimits, type BulkOutcome, type BulkStatus } from '@vid/contract/bulk';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { BulkChangesRow } from '#database/tables.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';
import type { Outcomes } from './bulk.policy.ts';

export const bulkTask = 'change-accounts';
const keptDays = 30;
/** How long a list shows the latest changes after their end. */
const shownMinutes = 60;
const maxShown = 5;

export type BulkRecord = Pick<
  BulkChangesRow,
  'id' | 'action' | 'reason' | 'total' | 'startedBy' | 'createdAt' | 'endedAt' | 'doneTo'
> & {
  readonly status: BulkStatus;
  readonly outcomes: Outcomes;
  readonly undoneBy: string | null;
  readonly starterName: string | null;
  readonly undoerName: string | null;
  /** The time of the database when it was read. */
  readonly now: Date;
};

export type NewBulkChange = Pick<BulkChangesRow, 'id' | 'action' | 'reason' | 'total'> & {
  readonly startedBy: string;
};

/** What the audit log says about a change that has ended. */
export type Ended = Pick<BulkRecord, 'id' | 'action' | 'status' | 'outcomes'>;

export type BulkResult = { readonly accountId: string; readonly outcome: BulkOutcome };

const columns = (tx: Queryable): Fragment => tx`
  c.id, c.action, c.reason, c.status, c.total, c.outcomes, c.done_to, c.started_by, c.undone_by,
  c.created_at, c.ended_at, now() as now,
  ${authorName(tx, tx`s`)} as starter_name, ${authorName(tx, tx`u`)} as undoer_name`;
const endedColumns = (tx: Queryable): Fragment => tx`c.id, c.action, c.status, c.outcomes`;
const joinNames = (tx: Queryable): Fragment => tx`
  left join accounts s on s.id = c.started_by left join accounts u on u.id = c.undone_by`;

/** Creates the statements about bulk changes, which change all accounts that match a filter. */
export function createBulkRepo(sql: Sql) {
  return {
    /**
     * Adds a change of the accounts whose ids `matching` selects, in one statement, so that its rows are those that are
     * counted. Returns their number, which is one more than the limit if there are too many. Throws the
     * unique violation of `bulk_changes_running_key` if the account has a change running.
     */
    async add(tx: Queryable, change: NewBulkChange, matching: Fragment): Promise<number> {
      // The best plan depends on the values of the filter (ADR 4). Rows in the order of their index are added faster.
      await tx`set local plan_cache_mode = 'force_custom_plan'`;
      const { id, action, reason, total, startedBy } = change;
      await tx`
        insert into bulk_changes (id, action, reason, total, started_by, expires_at)
        values (${id}, ${action}, ${reason}, ${total}, ${startedBy}, now() + make_interval(days => ${keptDays}))`;
      const { count } = await tx`
        insert into bulk_rows (change_id, account_id)
        select ${id}, m.id from (${matching} limit ${bulkLimits.rows + 1}) m (id) order by m.id`;
      return count;
    },

    queue: (tx: Queryable): Promise<void> => runSoon(tx, bulkTask),

    find: (tx: Queryable, id: string) =>
      tx<BulkRecord[]>`
        select ${columns(tx)} from bulk_changes c ${joinNames(tx)}
        where c.id = ${id} and c.expires_at > now()`.first(),

    /** Lists the changes that run, that can be undone, and the latest others, newest first. */
    async listShown() {
      return sql<BulkRecord[]>`
        select ${columns(sql)} from bulk_changes c ${joinNames(sql)}
        where c.status in ('running', 'undoing')
          or c.ended_at > now() - make_interval(mins => ${bulkLimits.undoMinutes})
          or c.id in (
            select id from bulk_changes where ended_at > now() - make_interval(mins => ${shownMinutes})
            order by created_at desc, id desc limit ${maxShown})
        order by c.created_at desc, c.id desc`;
    },

    /** Lists the changes that the job works on. */
    async listOpen() {
      return sql<BulkRecord[]>`
        select ${columns(sql)} from bulk_changes c ${joinNames(sql)}
        where c.status in ('running', 'undoing') order by c.created_at`;
    },

    /**
     * Lists the next accounts to process: the accounts after `doneTo`, and during an undo only those that were changed.
     */
    async listNext(
      tx: Queryable,
      { id, doneTo, status }: BulkRecord,
      limit: number,
    ): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        select r.account_id from bulk_rows r
        where r.change_id = ${id} and r.account_id > ${doneTo}
          and r.outcome is not distinct from ${status === 'undoing' ? 'done' : null}::text
        order by r.account_id limit ${limit}`;
      return rows.map(({ accountId }) => accountId);
    },

    /**
     * Locks a change that is still as it was read. False if another process or a person has moved it. Lock what the
     * batch changes first, because stopping a change locks the account of the actor before the change.
     */
    lock: (tx: Queryable, { id, status, doneTo }: BulkRecord) =>
      tx`
        select from bulk_changes where id = ${id} and status = ${status} and done_to = ${doneTo}
        for no key update`.hasRows(),

    async setResults(tx: Queryable, changeId: string, results: readonly BulkResult[]): Promise<void> {
      await tx`
        update bulk_rows r set outcome = n.outcome
        from unnest(${results.map(({ accountId }) => accountId)}::text[],
          ${results.map(({ outcome }) => outcome)}::text[]) n (account_id, outcome)
        where r.change_id = ${changeId} and r.account_id = n.account_id`;
    },

    async advance(tx: Queryable, id: string, doneTo: string, outcomes: Outcomes): Promise<void> {
      await tx`update bulk_changes set done_to = ${doneTo}, outcomes = ${tx.json(outcomes)} where id = ${id}`;
    },

    /** Ends a change that `lock` has locked. */
    async end(tx: Queryable, { id, status, outcomes }: Ended): Promise<void> {
      await tx`
        update bulk_changes set status = ${status}, ended_at = now(), outcomes = ${tx.json(outcomes)}
        where id = ${id}`;
    },

    /** Stops a change or its undo. Undefined if neither is running. */
    stop: (tx: Queryable, id: string) =>
      tx<Ended[]>`
        update bulk_changes c set status = 'stopped', ended_at = now()
        where id = ${id} and status in ('running', 'undoing') returning ${endedColumns(tx)}`.first(),

    /** Begins the undo of a change. False if the change has not ended, or is being undone. */
    undo: (tx: Queryable, id: string, undoneBy: string) =>
      tx`
        update bulk_changes set status = 'undoing', undone_by = ${undoneBy}, done_to = ''
        where id = ${id} and status in ('done', 'stopped')`.hasRows(),
  };
}

/** Stops the running changes and undos that an account has started. */
export async function stopOf(tx: Queryable, accountId: string): Promise<readonly Ended[]> {
  return tx<Ended[]>`
    update bulk_changes c set status = 'stopped', ended_at = now()
    where started_by = ${accountId} and status = 'running' or undone_by = ${accountId} and status = 'undoing'
    returning ${endedColumns(tx)}`;
}
