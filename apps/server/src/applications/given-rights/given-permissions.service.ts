import type { Logger } from 'pino';
import { extendList } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { ReturnRepo } from '#account/return-to-owner/return-to-owner.repo.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { permissionChanges } from '#applications/permissions/permission-changes.repo.ts';
import { permissionKinds } from '#applications/permissions/permission-changes.service.ts';
import { lockAccounts } from '#platform/begin-as.ts';
import { runSoon } from '#platform/jobs/tasks.repo.ts';
import {
  listGivenPermissions,
  listGivenRights,
  type FormerPermission as Permission,
  type Giver,
} from '#platform/right-changes.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import {
  changesOf,
  keyOf,
  listed,
  listGivers,
  ownChangesOf,
  readGivenChanges,
  toHolder,
  type Entry,
  type Undoable,
} from './given-changes.ts';
import { undoTask, type GivenPermissionsRepo, type RightsToUndo } from './given-permissions.repo.ts';
import { comparePermissions, restorePermissions } from './given-rights.policy.ts';
import { givenRights, type Holder } from './given-rights.repo.ts';

/**
 * Number of changes that one transaction undoes; after a failure, the next size is tried. Transactions have a
 * time limit, and each change may write a message per webhook and role.
 */
const batchSizes = [500, 50, 5] as const;

type Deps = {
  readonly sql: Sql;
  readonly repo: GivenPermissionsRepo;
  readonly returnRepo: Pick<ReturnRepo, 'findUnseen' | 'setRemoved'>;
  readonly audit: Audit;
  readonly log: Pick<Logger, 'error'>;
};

type Application = { readonly id: string; readonly code: string; readonly name: string };

/**
 * Undoes the changes to permissions that accounts made before they returned to their owners. Each batch is one
 * transaction, which also records its progress, so a crash neither loses nor repeats a change.
 */
export function createGivenPermissions({ sql, repo, returnRepo, audit, log }: Deps) {
  /** Returns the restored permissions, and the names and times of the changed permissions. */
  const undo = async (
    tx: Queryable,
    by: RightsToUndo,
    applications: ReadonlyMap<string, Application>,
    entries: readonly Undoable<'permission'>[],
  ) => {
    const before = groupPermissions(await repo.removePermissions(tx, entries.map(toHolder)));
    const after = entries.flatMap((entry) =>
      restorePermissions(before.get(keyOf(toHolder(entry))) ?? [], entry.former),
    );
    await permissionChanges.restore(tx, after);
    const afterOf = groupPermissions(after);
    const differences = [...before].flatMap(([key, rows]) =>
      comparePermissions(rows, afterOf.get(key) ?? []),
    );
    for (const [change, kind] of Object.entries(permissionKinds))
      await audit.writeAll(
        tx,
        { kind, actorId: by.actorId, caller: by },
        differences
          .filter((difference) => difference.change === change)
          .map(({ permission }) => ({
            accountId: permission.account_id,
            details: { applicationId: permission.application_id, role: permission.role },
          })),
      );
    await publishWebhooks(
      tx,
      ...differences.map(({ change, permission, previousRole }) => ({
        event: 'permission.changed' as const,
        accountId: permission.account_id,
        application: {
          id: permission.application_id,
          code: applications.get(permission.application_id)?.code ?? '',
        },
        permissionId: permission.id,
        change,
        role: permission.role,
        ...(previousRole !== undefined && { previousRole }),
      })),
    );
    const changedAt = new Map(entries.map((entry) => [keyOf(toHolder(entry)), entry.changedAt]));
    const lost = differences.flatMap(({ permission, previousRole }): readonly Entry[] => {
      const at = changedAt.get(keyOf(holderOf(permission)));
      const { application_id: id, role } = permission;
      return at ? [[`${applications.get(id)?.name ?? id} (${previousRole ?? role})`, at]] : [];
    });
    return { after, lost };
  };

  /** Undoes a batch. Returns whether more changes may remain. */
  const undoBatch = (accountId: string, size: number = batchSizes[0]): Promise<boolean> =>
    sql.begin(async (tx) => {
      // Lock in the same order as the return of an account, to prevent deadlocks.
      await lockAccounts(tx, [accountId]);
      const task = await repo.find(tx, accountId);
      if (!task) return false;
      const { since } = task;
      // Round up, because the database stores microseconds.
      const until = new Date(task.returnedAt.getTime() + 1);
      const givers = await listGivers(tx, { accountId, since, until, applicationId: null });
      const rights = await listGivenPermissions(tx, givers, { after: task.doneId, limit: size });
      const ids = [...new Set(rights.flatMap(({ applicationId }) => applicationId ?? []))];
      // Lock the applications, as requests of managers and machine clients do, so that no request changes a
      // permission in between.
      const applications = await repo.lockApplications(tx, ids);
      const changes = await readGivenChanges(tx, givers, rights);
      const entries = ownChangesOf(changes, 'permission');
      const byId = new Map(applications.map((application) => [application.id, application]));
      const { after, lost } = await undo(tx, task, byId, entries);
      await restoreRoles(tx, givers, after);
      const shown = await returnRepo.findUnseen(tx, accountId);
      if (shown)
        await returnRepo.setRemoved(tx, accountId, extendList(shown.removed, listed('permission', lost)));
      const last = rights[size - 1];
      if (last) await repo.setDone(tx, accountId, last.id);
      else await repo.delete(tx, accountId);
      return last !== undefined;
    });

  return {
    undoBatch,

    /**
     * Makes the task due as soon as `tx` commits, if changes of the account remain to be undone. Call this
     * function at the end of a return, because the task's row stays locked until the commit.
     */
    async undoSoon(tx: Queryable, accountId: string): Promise<void> {
      if (await repo.find(tx, accountId)) await runSoon(tx, undoTask);
    },

    /** Undoes the remaining changes. The next run repeats those that fail. */
    async run(): Promise<void> {
      for (const accountId of await repo.listAccounts())
        for (const size of batchSizes)
          try {
            while (await undoBatch(accountId, size));
            break;
          } catch (error) {
            const fields = { err: error, account: accountId, size };
            log.error(fields, 'failed to undo rights that a returned account gave');
          }
    },
  };
}

/** Restores the roles of the restored permissions, which the intruder may have removed. */
async function restoreRoles(
  tx: Queryable,
  givers: readonly Giver[],
  restored: readonly Permission[],
): Promise<void> {
  const used = new Set(restored.map((row) => `${row.application_id} ${row.role}`));
  if (used.size === 0) return;
  const rights = await listGivenRights(tx, givers, ['roles']);
  const changes = await readGivenChanges(tx, givers, rights);
  await givenRights.restoreRoles(
    tx,
    changesOf(changes, 'roles').flatMap(({ applicationId, former }) =>
      (former ?? []).filter(({ code }) => used.has(`${applicationId} ${code}`)),
    ),
  );
}

const holderOf = (row: Permission): Holder => ({
  accountId: row.account_id,
  applicationId: row.application_id,
});

function groupPermissions(rows: readonly Permission[]): ReadonlyMap<string, readonly Permission[]> {
  return Map.groupBy(rows, (row) => keyOf(holderOf(row)));
}
