import { bulkLimits } from '@vid/contract/bulk';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { BulkChangeAction } from '#database/tables.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Audit, AuditEvent } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import { countEnded, listOutcomes, undoUntil } from './bulk.policy.ts';
import {
  createBulkRepo,
  stopOf,
  targetOf,
  type BulkScope,
  type Ended,
  type NamedRecord,
  type NewBulkChange,
} from './bulk.repo.ts';

type Actor = Pick<AuditEvent, 'caller'> & { readonly actorId: string };
type AnyActor = Pick<AuditEvent, 'caller'> & { readonly actorId?: string | null | undefined };

type Start<Action> = Pick<NewBulkChange, 'applicationId' | 'newRole' | 'reason'> & {
  readonly action: Action;
  readonly expected: number;
  readonly matching: Fragment;
  /** The filter as stored in the audit log, without the search text, which may be a phone number. */
  readonly filter: AuditEvent['details'];
  /** Called in the transaction of the change; throws to refuse it. */
  readonly check?: (tx: Queryable) => Promise<void>;
};

const scoped = (applicationId: BulkScope) => (applicationId === null ? {} : { applicationId });

export async function recordEnd(
  tx: Queryable,
  audit: Audit,
  { actorId = null, caller }: AnyActor,
  { id, applicationId, action, status, outcomes }: Ended,
): Promise<void> {
  const details = {
    ...scoped(applicationId),
    bulk: id,
    change: action,
    status,
    ...countEnded(status, outcomes),
  };
  await audit.write(tx, { kind: `${targetOf(applicationId)}.bulk-ended`, actorId, caller, details });
}

export async function stopBulkChanges(
  tx: Queryable,
  audit: Audit,
  { accountId, by }: { readonly accountId: string; readonly by: AnyActor },
): Promise<void> {
  for (const change of await stopOf(tx, accountId)) await recordEnd(tx, audit, by, change);
}

function answer<Action extends BulkChangeAction>(change: NamedRecord<Action>) {
  return {
    id: change.id,
    action: change.action,
    newRole: change.newRole,
    status: change.status,
    total: change.total,
    outcomes: listOutcomes(change.outcomes),
    reason: change.reason ?? '',
    startedBy: change.starterName,
    startedAt: change.createdAt,
    endedAt: change.endedAt,
    undoUntil: undoUntil(change),
    undoneBy: change.undoerName,
  };
}
type Answer<Action extends BulkChangeAction> = ReturnType<typeof answer<Action>>;

/**
 * Starts, stops and undoes bulk changes, which a worker carries out. Changes of another scope are not found.
 */
export function createBulkService<Action extends BulkChangeAction>({
  sql,
  audit,
}: {
  readonly sql: Sql;
  readonly audit: Audit;
}) {
  const repo = createBulkRepo<Action>(sql);

  const get = async (tx: Queryable, scope: BulkScope, id: string) => {
    const found = await repo.find(tx, scope, id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

  return {
    list: async (scope: BulkScope) => (await repo.listShown(scope)).map(answer),

    /**
     * Creates a change with the items that match now; the worker then carries it out.
     * @throws AppError BULK_COUNT_CHANGED with the number of matches if it is not `expected`, BULK_TOO_MANY
     *   over the maximum number of rows, BULK_RUNNING if another change in the application, or to accounts by
     *   the same administrator, is running, and the errors of `check`
     */
    async start(
      { expected, matching, filter, check, ...start }: Start<Action>,
      by: Actor,
    ): Promise<Answer<Action>> {
      const id = newId('blk');
      const { applicationId, action, newRole, reason } = start;
      const change = { id, ...start, total: expected, startedBy: by.actorId };
      try {
        return await beginAs(sql, by, async (tx) => {
          await check?.(tx);
          const count = await repo.add(tx, change, matching);
          if (count > bulkLimits.rows) throw new AppError('BULK_TOO_MANY');
          if (count !== expected)
            throw new AppError('BULK_COUNT_CHANGED', { details: { count: String(count) } });
          const details = {
            ...scoped(applicationId),
            bulk: id,
            change: action,
            ...(newRole !== null && { newRole }),
            count,
            ...filter,
            ...(reason !== null && { reason }),
          };
          await audit.write(tx, { kind: `${targetOf(applicationId)}.bulk-started`, ...by, details });
          const started = answer(await get(tx, applicationId, id));
          await repo.queue(tx, applicationId);
          return started;
        });
      } catch (error) {
        if (!isUniqueViolation(error, 'bulk_changes_running_key')) throw error;
        throw new AppError('BULK_RUNNING', { cause: error });
      }
    },

    /**
     * Stops a change or its undo; the items keep their current state.
     * @throws AppError NOT_FOUND for an unknown change, BULK_STATE if nothing is running
     */
    stop: (scope: BulkScope, id: string, by: Actor): Promise<Answer<Action>> =>
      beginAs(sql, by, async (tx) => {
        await get(tx, scope, id);
        const stopped = await repo.stop(tx, id);
        if (!stopped) throw new AppError('BULK_STATE');
        await recordEnd(tx, audit, by, stopped);
        return answer(await get(tx, scope, id));
      }),

    /**
     * Starts the undo of a change. The worker restores the items that the change modified and that have not
     * been modified since.
     * @throws AppError NOT_FOUND for an unknown change, BULK_STATE if the change can no longer be undone
     */
    undo: (scope: BulkScope, id: string, by: Actor): Promise<Answer<Action>> =>
      beginAs(sql, by, async (tx) => {
        const change = await get(tx, scope, id);
        if (undoUntil(change) === null || !(await repo.undo(tx, id, by.actorId)))
          throw new AppError('BULK_STATE');
        const details = {
          ...scoped(scope),
          bulk: id,
          change: change.action,
          count: change.outcomes.done ?? 0,
        };
        await audit.write(tx, { kind: `${targetOf(scope)}.bulk-undone`, ...by, details });
        const undoing = answer(await get(tx, scope, id));
        await repo.queue(tx, scope);
        return undoing;
      }),
  };
}
