import type { PermissionBulkAction } from '@vid/contract/bulk';
import type { Body } from '@vid/contract/endpoints/index';
import { searchText } from '#account/search/account-search.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { lockAccounts } from '#platform/begin-as.ts';
import {
  listLastChanged,
  type BulkItem,
  type BulkRecord,
  type BulkResult,
} from '#platform/bulk/bulk.repo.ts';
import { createBulkService } from '#platform/bulk/bulk.service.ts';
import { createBulkWorker, type BulkActor } from '#platform/bulk/bulk-worker.ts';
import type { Platform } from '#platform/platform.ts';
import type { FormerPermission } from '#platform/right-changes.ts';
import { permissionChanges } from '../permission-changes.repo.ts';
import {
  permissionKinds,
  requireRole,
  type ChangedApplication,
  type ManagerCall,
  type PermissionChanges,
} from '../permission-changes.service.ts';
import { createPermissionsRepo } from '../permissions.repo.ts';
import { judgePermission, judgeUndo } from './permission-bulk.policy.ts';
import { permissionBulk as repo } from './permission-bulk.repo.ts';

type Start = Body<'POST /vid/api/apps/:appId/permissions/bulk-changes'>;
type Manager = ManagerCall & { readonly actorId: string };

type Change = BulkRecord<PermissionBulkAction>;

type Locked = {
  readonly application: ChangedApplication;
  readonly items: readonly BulkItem[];
  /** Permissions that still exist, by id. */
  readonly present: ReadonlyMap<string, FormerPermission>;
};

type Judged = { readonly item: BulkItem; readonly decision: ReturnType<typeof judgeUndo> };

export function createPermissionBulk(deps: Platform & { readonly permissionChanges: PermissionChanges }) {
  const { inTransaction, countRows } = deps.permissionChanges;
  const { apply, restore } = inTransaction;
  const permissions = createPermissionsRepo(deps.sql);
  const changes = createBulkService<PermissionBulkAction>(deps);

  const judge = async (
    tx: Queryable,
    change: Change,
    { application, items, present }: Locked,
  ): Promise<readonly Judged[]> => {
    const roles = await repo.listRoles(tx, application.id);
    const factsOf = ({ itemId }: BulkItem) => ({ present: present.get(itemId) ?? null, roles });
    if (change.status !== 'undoing')
      return items.map((item) => ({ item, decision: judgePermission(change, factsOf(item)) }));
    const accountIds = items.map(({ accountId }) => accountId);
    const last = await listLastChanged(tx, change, accountIds, Object.values(permissionKinds));
    const returned = new Set(await repo.listReturned(tx, change, accountIds));
    return items.map((item) => {
      const isLastChange = last.has(item.accountId) && !returned.has(item.accountId);
      return {
        item,
        decision: judgeUndo(change, { ...factsOf(item), former: formerOf(item), isLastChange }),
      };
    });
  };

  const make = async (
    tx: Queryable,
    { application, present }: Locked,
    judged: readonly Judged[],
    by: ManagerCall,
  ): Promise<ReadonlySet<string>> => {
    const groups = Map.groupBy(judged, ({ decision }) => JSON.stringify(decision));
    const changed: string[] = [];
    for (const group of groups.values()) {
      const decision = group[0]?.decision;
      if (typeof decision !== 'object') continue;
      const ids = group.map(({ item }) => item.itemId);
      if (decision.kind === 'added') {
        await restore(
          tx,
          by,
          application,
          group.map(({ item }) => formerOf(item)),
        );
        changed.push(...ids);
        continue;
      }
      const rows = ids.flatMap((id) => {
        const row = present.get(id);
        return row ? [{ id, accountId: row.account_id, role: row.role }] : [];
      });
      changed.push(...(await apply(tx, by, application, decision, rows)).map(({ id }) => id));
    }
    return new Set(changed);
  };

  const work = async (
    tx: Queryable,
    change: Change,
    locked: Locked,
    actor: BulkActor,
  ): Promise<readonly BulkResult[]> => {
    const judged = await judge(tx, change, locked);
    const changed = await make(tx, locked, judged, { ...actor, within: locked.application.id });
    const isUndo = change.status === 'undoing';
    return judged.map(({ item: { itemId }, decision }) => {
      if (typeof decision === 'string') return { itemId, outcome: decision };
      if (!changed.has(itemId)) return { itemId, outcome: isUndo ? 'changed-since' : 'unchanged' };
      return isUndo
        ? { itemId, outcome: 'undone' }
        : { itemId, outcome: 'done', former: locked.present.get(itemId) };
    });
  };

  const worker = createBulkWorker<PermissionBulkAction, Locked>(deps, {
    target: 'permissions',
    // Keep batches small, because each changed permission adds a row for each webhook of the application.
    batchSize: 100,
    async lock(tx, { change, items }, by) {
      // Lock in the same order as the return of an account to its owner, which undoes earlier changes of the
      // actor.
      if (by) await lockAccounts(tx, [by.actorId]);
      const application = await permissionChanges.lockApplication(tx, scopeOf(change));
      const ids = items.map(({ itemId }) => itemId);
      const rows = await repo.lockPermissions(tx, application.id, ids);
      return { application, items, present: new Map(rows.map((row) => [row.id, row])) };
    },
    mayContinue: (tx, change, { actorId }) => repo.mayManage(tx, scopeOf(change), actorId),
    work,
  });

  return {
    worker,
    /**
     * Starts a change to all people who match the filters.
     * @throws AppError VALIDATION_FAILED without the role for `set-role`; ROLE_NOT_FOUND; RATE_LIMITED;
     *   BULK_COUNT_CHANGED; BULK_TOO_MANY; BULK_RUNNING
     */
    async start({ action, newRole: role, expected, search = '', ...filters }: Start, by: Manager) {
      const newRole = action === 'set-role' ? role : null;
      if (newRole === undefined) throw new AppError('VALIDATION_FAILED', { fields: { newRole: 'required' } });
      const text = searchText(search);
      const filter = { isSearch: text !== '', ...filters };
      const matching = permissions.matching(by.within, text, filters);
      const change = { applicationId: by.within, action, newRole, reason: null };
      const check = async (tx: Queryable) => {
        if (newRole !== null) await requireRole(tx, by.within, newRole);
      };
      return countRows(by, expected, async () => ({
        result: await changes.start({ ...change, expected, matching, filter, check }, by),
        changed: expected,
      }));
    },
    list: (appId: string) => changes.list(appId),
    stop: (id: string, by: Manager) => changes.stop(by.within, id, by),
    undo: (id: string, by: Manager) => changes.undo(by.within, id, by),
  };
}

function scopeOf({ applicationId }: Pick<BulkRecord, 'applicationId'>): string {
  if (applicationId === null) throw new Error('a change of permissions has an application');
  return applicationId;
}

// oxlint-disable-next-line no-unsafe-type-assertion -- the worker stores it with each permission that it changes
const formerOf = ({ former }: BulkItem): FormerPermission => former as FormerPermission;
