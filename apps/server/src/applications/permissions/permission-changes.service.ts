import { changedPermissionsPerDay } from '@vid/contract/bulk';
import type { Data } from '@vid/contract/endpoints/index';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { FormerPermission } from '#platform/right-changes.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { accountOf, type Actor } from '#account/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { recordRights } from '#applications/application/record-rights.ts';
import { permissionChanges as repo, type ChangedRow } from './permission-changes.repo.ts';

type Report = Data<'POST /vid/api/apps/:appId/permissions'>['report'];
type Outcome = Report[number]['outcome'];

/** A call that changes one application. */
export type ManagerCall = Actor & { readonly within: string };

export type ChangedApplication = { readonly id: string; readonly code: string };
type Application = ChangedApplication;

/**
 * Lists of phones that an owner, an administrator, or all other callers of an application together, may
 * submit in an hour. The results reveal which numbers have an account, so managers must not be able to test
 * many numbers. Owners and administrators have limits of their own, so that a manager or a leaked machine
 * client cannot use them up.
 */
const listsPerHour = 10;

const daySeconds = 86_400;

export const permissionKinds = {
  added: 'permission.added',
  role: 'permission.changed',
  locked: 'permission.locked',
  unlocked: 'permission.unlocked',
  removed: 'permission.removed',
} as const satisfies Readonly<Record<string, AuditKind>>;
type Change = keyof typeof permissionKinds;

export type PermissionChange = {
  readonly kind: Exclude<Change, 'added'>;
  readonly role?: string | undefined;
};

type Counted<T> = { readonly result: T; readonly changed: number };

export function createPermissionChangeService({ sql, audit, counters, config, log }: Platform) {
  /**
   * Counts the permissions that `work` changes, at most `rows`, against the daily limit. The operator has no
   * limit. Each changed permission leaves an audit event, and for each webhook of the application a message
   * that is kept for weeks. Refunds the permissions that `work` did not change, or all of them if it fails.
   * Call this function outside a transaction, because counters use another connection.
   * @throws AppError RATE_LIMITED
   */
  const countRows = async <T>(
    call: ManagerCall,
    rows: number,
    work: () => Promise<Counted<T>>,
  ): Promise<T> => {
    if (call.actorId === null) return (await work()).result;
    const key = `permission-rows:${ownerOrAdmin(call) ?? clientsOrManagers(call)}`;
    const limit = changedPermissionsPerDay;
    const [hit] = await counters.hit([{ key, windowSeconds: daySeconds, limit, points: rows }]);
    let unchanged = rows;
    try {
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
      const { result, changed } = await work();
      unchanged -= changed;
      return result;
    } finally {
      if (unchanged > 0)
        await counters.refund([key], unchanged).catch((error: unknown) => {
          log.warn(
            { err: error },
            'failed to refund permissions that did not change; they count towards the limit for a day',
          );
        });
    }
  };

  const write = async (
    tx: Queryable,
    change: Change,
    by: ManagerCall,
    application: Application,
    rows: readonly (ChangedRow & { readonly previousRole?: string | undefined })[],
  ) => {
    const { undoOf } = by;
    const details = { applicationId: application.id, ...(undoOf !== undefined && { undoOf }) };
    await audit.writeAll(
      tx,
      { kind: permissionKinds[change], ...by },
      rows.map(({ accountId, role }) => ({ accountId, details: { ...details, role } })),
    );
    await publishWebhooks(
      tx,
      ...rows.map(({ id, ...row }) => ({
        event: 'permission.changed' as const,
        application,
        permissionId: id,
        change,
        ...row,
      })),
    );
  };

  /** Changes permissions that the transaction has locked. Returns those that changed. */
  const apply = async (
    tx: Queryable,
    call: ManagerCall,
    application: Application,
    { kind, role = '' }: PermissionChange,
    rows: readonly ChangedRow[],
  ): Promise<readonly ChangedRow[]> => {
    const ids = rows.map(({ id }) => id);
    // A lock grants no right, so the return of an account does not undo a lock.
    if (kind !== 'locked') {
      const accountIds = rows.map(({ accountId }) => accountId);
      await recordRights(tx, permissionsOf(call), accountIds);
    }
    const works = {
      role: () => giveRole(tx, application.id, role, rows),
      locked: () => repo.setStatus(tx, ids, 'locked'),
      unlocked: () => repo.setStatus(tx, ids, 'active'),
      removed: () => repo.remove(tx, ids),
    };
    const changed = await works[kind]();
    const former = new Map(rows.map((row) => [row.id, row.role]));
    await write(
      tx,
      kind,
      call,
      application,
      kind === 'role' ? changed.map((row) => ({ ...row, previousRole: former.get(row.id) })) : changed,
    );
    return changed;
  };

  /** Restores permissions. Their accounts must have no permission for the same roles. */
  const restore = async (
    tx: Queryable,
    call: ManagerCall,
    application: Application,
    permissions: readonly FormerPermission[],
  ): Promise<void> => {
    const rows = permissions.map(({ id, account_id: accountId, role }) => ({ id, accountId, role }));
    const accountIds = rows.map(({ accountId }) => accountId);
    await recordRights(tx, permissionsOf(call), accountIds);
    await repo.restore(tx, permissions);
    await write(tx, 'added', call, application, rows);
  };

  /**
   * Applies a change to all permissions of `ids` or to none. Returns the number of permissions that changed. A
   * permission of another application is NOT_FOUND, like an unknown id (M2).
   */
  const change = (
    call: ManagerCall,
    ids: readonly string[],
    to: PermissionChange,
    check?: (tx: Queryable) => Promise<void>,
  ): Promise<number> =>
    countRows(call, ids.length, () =>
      beginAs(sql, call, async (tx) => {
        const application = await repo.lockApplication(tx, call.within);
        const rows = await repo.lockRows(tx, call.within, ids);
        if (rows.length < ids.length) throw new AppError('NOT_FOUND');
        await check?.(tx);
        const changed = (await apply(tx, call, application, to, rows)).length;
        return { result: changed, changed };
      }),
    );

  return {
    inTransaction: { apply, restore },
    countRows,

    /**
     * Gives the role to the accounts of the phones, and returns the outcome of each line. A repeated call
     * changes nothing.
     * @throws AppError NOT_FOUND, ROLE_NOT_FOUND, RATE_LIMITED
     */
    async add(call: ManagerCall, role: string, phones: readonly string[]): Promise<Report> {
      // The operator needs no limit, because the operator can read all accounts anyway.
      if (call.actorId !== null && phones.length > 1)
        await counters.allow({
          key: `permission-lists:${ownerOrAdmin(call) ?? call.within}`,
          windowSeconds: 3_600,
          limit: listsPerHour,
        });
      const lines = phones.map((phone) => {
        const parsed = parsePhone(phone, config.phoneCountries);
        return { phone, e164: 'e164' in parsed ? parsed.e164 : null };
      });
      const wanted = [...new Set(lines.flatMap(({ e164 }) => e164 ?? []))].map((phone) => ({
        phone,
        id: newId('app'),
      }));
      const add = async (tx: Queryable) => {
        const application = await repo.lockApplication(tx, call.within);
        await requireRole(tx, call.within, role);
        const createdBy = accountOf(call);
        const rows = await repo.add(tx, { appId: call.within, role, createdBy, wanted });
        const added = rows.filter(({ before }) => before === null);
        const holders = added.map(({ accountId }) => accountId);
        await recordRights(tx, permissionsOf(call), holders, []);
        await write(
          tx,
          'added',
          call,
          application,
          added.map(({ id, accountId }) => ({ id, accountId, role })),
        );
        return { result: rows, changed: added.length };
      };
      const found = await countRows(call, wanted.length, () => beginAs(sql, call, add));
      const outcomes = new Map<string, Outcome>(found.map(({ phone, before }) => [phone, outcomeOf(before)]));
      return lines.map(({ phone, e164 }) => {
        if (e164 === null) return { phone, outcome: 'invalid' };
        const outcome = outcomes.get(e164) ?? 'no-account';
        // A later line with the same number finds the permission that was just added.
        if (outcome === 'added') outcomes.set(e164, 'already');
        return { phone, outcome };
      });
    },

    /**
     * Gives the role to each account that does not have it, by changing the first of its permissions in `ids`.
     * Returns the number of changed permissions.
     * @throws AppError NOT_FOUND, ROLE_NOT_FOUND, RATE_LIMITED
     */
    setRole: (call: ManagerCall, ids: readonly string[], role: string): Promise<number> =>
      change(call, ids, { kind: 'role', role }, (tx) => requireRole(tx, call.within, role)),

    lock: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, { kind: 'locked' }),

    unlock: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, { kind: 'unlocked' }),

    remove: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, { kind: 'removed' }),
  };
}

export type PermissionChanges = ReturnType<typeof createPermissionChangeService>;

async function giveRole(
  tx: Queryable,
  appId: string,
  role: string,
  rows: readonly ChangedRow[],
): Promise<readonly ChangedRow[]> {
  const accountIds = rows.map(({ accountId }) => accountId);
  const holders = new Set(await repo.listHolders(tx, appId, role, accountIds));
  const changed = rows.filter(({ accountId }) => !holders.has(accountId) && holders.add(accountId));
  return repo.setRole(
    tx,
    changed.map(({ id }) => id),
    role,
  );
}

const permissionsOf = (call: ManagerCall) =>
  ({ kind: 'permission', applicationId: call.within, accountId: accountOf(call) }) as const;

function outcomeOf(before: string | null): Outcome {
  if (before === null) return 'added';
  return before === 'locked' ? 'locked' : 'already';
}

/** @throws AppError ROLE_NOT_FOUND */
export async function requireRole(tx: Queryable, appId: string, role: string): Promise<void> {
  if (!(await repo.hasRole(tx, appId, role))) throw new AppError('ROLE_NOT_FOUND');
}

/** Returns the key of the separate limit of an owner or administrator; undefined for all other callers. */
function ownerOrAdmin({ caller: { signedIn }, within }: ManagerCall): string | undefined {
  if (signedIn === undefined || signedIn.managerOf !== undefined) return undefined;
  return `${within}:${signedIn.accountId}`;
}

/**
 * Returns the key of the limit that the callers of an application share. Machine clients have a separate limit,
 * so that a leaked client cannot use up that of the managers.
 */
function clientsOrManagers({ caller: { machine }, within }: ManagerCall): string {
  return machine === undefined ? within : `${within}:clients`;
}
