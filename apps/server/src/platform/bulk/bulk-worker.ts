import type { Logger } from 'pino';
import type { Queryable, Sql } from '#database/connection.ts';
import { isOutage } from '#database/outage.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Schedule } from '#platform/module.ts';
import { addOutcomes, closeOutcomes, endOf } from './bulk.policy.ts';
import { bulkTask, createBulkRepo, type BulkRecord, type BulkResult } from './bulk.repo.ts';
import { recordEnd } from './bulk.service.ts';

/** Small enough for the time limit of a transaction: an account takes about 20 statements. */
const batchSize = 25;

/** The actor of a batch: the person who has started the change or its undo. */
export type BulkActor = {
  readonly actorId: string;
  readonly caller: { readonly address: string; readonly requestId: string };
};

/** How the accounts of a batch are changed. */
type BulkWork = {
  /** Whether the actor still has the right to the change. */
  readonly mayContinue: (tx: Queryable, by: BulkActor) => Promise<boolean>;
  /** Locks accounts in the order that prevents deadlocks. */
  readonly lock: (tx: Queryable, accountIds: readonly string[]) => Promise<unknown>;
  /** Changes accounts, or restores them while the change is being undone. Returns the outcome of each. */
  readonly work: (
    tx: Queryable,
    change: BulkRecord,
    accountIds: readonly string[],
    by: BulkActor,
  ) => Promise<readonly BulkResult[]>;
};

const actorOf = ({ id, status, startedBy, undoneBy }: BulkRecord): BulkActor | null => {
  const actorId = status === 'undoing' ? undoneBy : startedBy;
  return actorId === null ? null : { actorId, caller: { address: 'local', requestId: id } };
};

type Deps = { readonly sql: Sql; readonly audit: Audit; readonly log: Pick<Logger, 'error'> };

/**
 * Works on the changes of all accounts that match. A batch is one transaction that changes rows, stores their outcomes and
 * moves the change on, so each row is changed once, by however many processes. The audit events of a batch have the id
 * of the change as their request.
 */
export function createBulkWorker({ sql, audit, log }: Deps, accounts: BulkWork) {
  const repo = createBulkRepo(sql);

  const end = async (tx: Queryable, change: BulkRecord, isComplete: boolean, by: BulkActor | null) => {
    const from = change.status === 'undoing' ? 'undoing' : 'running';
    const to = endOf(from, isComplete);
    const outcomes = to === 'done' ? closeOutcomes(change.outcomes, change.total) : change.outcomes;
    await repo.end(tx, change.id, { from, to, outcomes });
    const actor = by ?? { actorId: null, caller: { address: 'local', requestId: change.id } };
    await recordEnd(tx, audit, actor, { ...change, status: to, outcomes });
  };

  /** Works on the next rows. Returns the change as it is then; undefined once it has ended or was moved by others. */
  const workOnBatch = (change: BulkRecord, size: number): Promise<BulkRecord | undefined> =>
    sql.begin(async (tx) => {
      const by = actorOf(change);
      const ids = await repo.listNext(tx, change, size);
      await accounts.lock(tx, ids);
      if (!(await repo.lock(tx, change))) return undefined;
      const mayContinue = by !== null && (await accounts.mayContinue(tx, by));
      const last = ids.at(-1);
      if (!mayContinue || last === undefined) {
        await end(tx, change, mayContinue, by);
        return undefined;
      }
      return store(tx, change, last, await accounts.work(tx, change, ids, by));
    });

  const store = async (
    tx: Queryable,
    change: BulkRecord,
    doneTo: string,
    results: readonly BulkResult[],
  ): Promise<BulkRecord> => {
    const batch = results.map(({ outcome }) => outcome);
    const outcomes = addOutcomes(change.outcomes, batch, change.status === 'undoing');
    await repo.setResults(tx, change.id, results);
    await repo.advance(tx, change.id, doneTo, outcomes);
    return { ...change, doneTo, outcomes };
  };

  /** Marks the next row as failed, so that a row that cannot be changed does not hold up the others. */
  const skipOne = (change: BulkRecord): Promise<BulkRecord | undefined> =>
    sql.begin(async (tx) => {
      const [accountId] = await repo.listNext(tx, change, 1);
      if (accountId === undefined || !(await repo.lock(tx, change))) return undefined;
      return store(tx, change, accountId, [{ accountId, outcome: 'failed' }]);
    });

  /** Works on a batch. If it fails, works on its first row alone, so that only the rows that fail are left out. */
  const step = async (change: BulkRecord): Promise<BulkRecord | undefined> => {
    for (const size of [batchSize, 1])
      try {
        return await workOnBatch(change, size);
      } catch (error) {
        if (isOutage(error)) throw error;
        log.error({ err: error, bulk: change.id, rows: size }, 'rows of a bulk change could not be changed');
      }
    return skipOne(change);
  };

  const run = async (): Promise<void> => {
    // Batches of the open changes alternate, so that a small change does not wait for a large one.
    let open: readonly BulkRecord[] = await repo.listOpen();
    while (open.length > 0) {
      const next: BulkRecord[] = [];
      for (const change of open) {
        const after = await step(change);
        if (after) next.push(after);
      }
      open = next.length > 0 ? next : await repo.listOpen();
    }
  };

  return { schedule: { name: bulkTask, everyMinutes: 1, run } satisfies Schedule, run };
}
