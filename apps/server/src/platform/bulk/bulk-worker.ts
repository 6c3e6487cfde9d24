import type { Logger } from 'pino';
import type { Queryable, Sql } from '#database/connection.ts';
import { isOutage } from '#database/availability/outage.ts';
import type { BulkChangeAction } from '#database/tables.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Schedule } from '#platform/module.ts';
import { addOutcomes, closeOutcomes, endOf } from './bulk.policy.ts';
import {
  bulkTasks,
  createBulkRepo,
  type BulkItem,
  type BulkRecord,
  type BulkResult,
  type BulkTarget,
} from './bulk.repo.ts';
import { recordEnd } from './bulk.service.ts';

export type BulkActor = {
  readonly actorId: string;
  readonly caller: { readonly address: string; readonly requestId: string };
  readonly undoOf?: string;
};

type Batch<Action> = { readonly change: BulkRecord<Action>; readonly items: readonly BulkItem[] };

/** `Locked`: the facts about a batch's items that determine how they change. */
type BulkWork<Action, Locked> = {
  readonly target: BulkTarget;
  /** Number of items that one transaction can change within its time limit. */
  readonly batchSize: number;
  /**
   * Locks the actor and the items in a deadlock-free order. `by` is null once the actor's account is erased.
   */
  readonly lock: (tx: Queryable, batch: Batch<Action>, by: BulkActor | null) => Promise<Locked>;
  readonly mayContinue: (tx: Queryable, change: BulkRecord<Action>, by: BulkActor) => Promise<boolean>;
  readonly work: (
    tx: Queryable,
    change: BulkRecord<Action>,
    locked: Locked,
    by: BulkActor,
  ) => Promise<readonly BulkResult[]>;
};

const actorOf = ({ id, status, startedBy, undoneBy }: BulkRecord): BulkActor | null => {
  const isUndo = status === 'undoing';
  const actorId = isUndo ? undoneBy : startedBy;
  if (actorId === null) return null;
  return { actorId, caller: { address: 'local', requestId: id }, ...(isUndo && { undoOf: id }) };
};

type Deps = { readonly sql: Sql; readonly audit: Audit; readonly log: Pick<Logger, 'error'> };

/**
 * Runs bulk changes in batches. A batch is one transaction that changes rows and stores their outcomes and
 * the progress, so each row is changed once even if several processes work on the same change. The audit
 * events of a batch use the id of the change as their request id.
 */
export function createBulkWorker<Action extends BulkChangeAction, Locked>(
  { sql, audit, log }: Deps,
  list: BulkWork<Action, Locked>,
) {
  const repo = createBulkRepo<Action>(sql);
  const { target, batchSize } = list;

  const end = async (tx: Queryable, change: BulkRecord, isComplete: boolean, by: BulkActor | null) => {
    const status = endOf(change.status, isComplete);
    const outcomes =
      status === 'stopped' ? change.outcomes : closeOutcomes(status, change.outcomes, change.total);
    const ended = { ...change, status, outcomes };
    await repo.end(tx, ended);
    const actor = by ?? { actorId: null, caller: { address: 'local', requestId: change.id } };
    await recordEnd(tx, audit, actor, ended);
  };

  const store = async (
    tx: Queryable,
    change: BulkRecord,
    doneTo: string,
    results: readonly BulkResult[],
  ): Promise<void> => {
    const batch = results.map(({ outcome }) => outcome);
    await repo.setResults(tx, change.id, results);
    await repo.advance(
      tx,
      change.id,
      doneTo,
      addOutcomes(change.outcomes, batch, change.status === 'undoing'),
    );
  };

  /**
   * Processes the next rows, or ends the change if none are left or the actor may no longer act. Does nothing
   * if the progress or status of the change has changed since it was read.
   */
  const workOnBatch = (change: BulkRecord<Action>, size: number): Promise<void> =>
    sql.begin(async (tx) => {
      const by = actorOf(change);
      const items = await repo.listNext(tx, change, size);
      const locked = await list.lock(tx, { change, items }, by);
      if (!(await repo.lock(tx, change))) return;
      const mayContinue = by !== null && (await list.mayContinue(tx, change, by));
      const last = items.at(-1);
      if (mayContinue && last) await store(tx, change, last.itemId, await list.work(tx, change, locked, by));
      else await end(tx, change, mayContinue, by);
    });

  /** Marks the next row as failed, so that it does not block the rows after it. */
  const skipOne = (change: BulkRecord): Promise<void> =>
    sql.begin(async (tx) => {
      const [item] = await repo.listNext(tx, change, 1);
      if (!item || !(await repo.lock(tx, change))) return;
      const outcome = change.status === 'undoing' ? 'undo-failed' : 'failed';
      await store(tx, change, item.itemId, [{ itemId: item.itemId, outcome }]);
    });

  /**
   * Processes a batch. If the batch fails or exceeds a time limit, processes its first row alone, so that a
   * slow database makes batches smaller and only failing rows are skipped. Throws if the database fails for
   * the single row too.
   */
  const step = async (change: BulkRecord<Action>): Promise<void> => {
    for (const size of [batchSize, 1])
      try {
        return await workOnBatch(change, size);
      } catch (error) {
        if (size === 1 && isOutage(error)) throw error;
        log.error({ err: error, bulk: change.id, rows: size }, 'failed to change rows of a bulk change');
      }
    return skipOne(change);
  };

  /**
   * Processes open changes until each has ended or failed, then throws the first failure. The next run
   * retries the failed changes.
   */
  const run = async (): Promise<void> => {
    const failures = new Map<string, unknown>();
    const listOpen = async () => (await repo.listOpen(target)).filter(({ id }) => !failures.has(id));
    for (let open = await listOpen(); open.length > 0; open = await listOpen())
      for (const change of open)
        try {
          await step(change);
        } catch (error) {
          failures.set(change.id, error);
        }
    const [failure] = failures.values();
    if (failures.size > 0) throw failure;
  };

  return { schedule: { name: bulkTasks[target], everyMinutes: 1, run } satisfies Schedule, run };
}
