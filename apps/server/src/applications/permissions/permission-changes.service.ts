import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { parsePhone } from '#lib/phone.ts';
import type { Audit, AuditKind } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { Actor } from '#account/actor.ts';
import type { AddLimit } from './add-limit.ts';
import type { ChangedRow, PermissionChanges } from './permission-changes.repo.ts';

type Report = DataOf<Endpoints['POST /vid/api/apps/:appId/permissions']>['report'];
type Outcome = Report[number]['outcome'];

type Deps = {
  readonly sql: Sql;
  readonly repo: PermissionChanges;
  readonly audit: Audit;
  readonly addLimit: AddLimit;
  readonly phoneCountries: readonly string[];
};

export type ManagerCall = Pick<Actor, 'actorId' | 'caller'> & {
  readonly appId: string;
  /** The manager's account; null for the operator and for a machine client. */
  readonly accountId: string | null;
};

type Application = { readonly id: string; readonly code: string };

const auditKinds = {
  added: 'permission.added',
  role: 'permission.changed',
  locked: 'permission.locked',
  unlocked: 'permission.unlocked',
  removed: 'permission.removed',
} as const satisfies Readonly<Record<string, AuditKind>>;
type Change = keyof typeof auditKinds;

/** Adds, changes, locks and removes permissions. */
export function createPermissionChangeService({ sql, repo, audit, addLimit, phoneCountries }: Deps) {
  const write = async (
    tx: Queryable,
    change: Change,
    { actorId, caller }: ManagerCall,
    application: Application,
    rows: readonly (ChangedRow & { readonly previousRole?: string | undefined })[],
  ) => {
    const details = { applicationId: application.id };
    await Promise.all(
      rows.map(({ accountId, role }) =>
        audit.write(tx, {
          kind: auditKinds[change],
          accountId,
          actorId,
          caller,
          details: { ...details, role },
        }),
      ),
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
  const requireRole = async (tx: Queryable, appId: string, role: string) => {
    if (!(await repo.hasRole(tx, appId, role))) throw new AppError('ROLE_NOT_FOUND');
  };
  /**
   * Changes all permissions of `ids` or none. A permission of another application is NOT_FOUND, like an unknown id
   * (M2).
   */
  const change = (
    call: ManagerCall,
    ids: readonly string[],
    kind: Change,
    work: (tx: Queryable, rows: readonly ChangedRow[]) => Promise<readonly ChangedRow[]>,
  ): Promise<number> =>
    sql.begin(async (tx) => {
      const application = await repo.lockApplication(tx, call.appId);
      const rows = await repo.lockRows(tx, call.appId, ids);
      if (rows.length < new Set(ids).size) throw new AppError('NOT_FOUND');
      const changed = await work(tx, rows);
      const former = new Map(rows.map(({ id, role }) => [id, role]));
      await write(
        tx,
        kind,
        call,
        application,
        kind === 'role' ? changed.map((row) => ({ ...row, previousRole: former.get(row.id) })) : changed,
      );
      return changed.length;
    });

  return {
    /**
     * Gives the role to the accounts of the phones, and returns the outcome of each line. A repeat changes nothing.
     * @throws AppError ROLE_NOT_FOUND, RATE_LIMITED
     */
    async add(call: ManagerCall, role: string, phones: readonly string[]): Promise<Report> {
      await addLimit.hit(call, phones.length === 1 ? 'one' : 'list');
      const lines = phones.map((phone) => {
        const parsed = parsePhone(phone, phoneCountries);
        return { phone, e164: 'e164' in parsed ? parsed.e164 : null };
      });
      const wanted = [...new Set(lines.flatMap(({ e164 }) => e164 ?? []))].map((phone) => ({
        phone,
        id: newId('app'),
      }));
      const found = await sql.begin(async (tx) => {
        const application = await repo.lockApplication(tx, call.appId);
        await requireRole(tx, call.appId, role);
        const rows = await repo.add(tx, { appId: call.appId, role, createdBy: call.accountId, wanted });
        const added = rows.filter(({ before }) => before === null);
        await write(
          tx,
          'added',
          call,
          application,
          added.map(({ id, accountId }) => ({ id, accountId, role })),
        );
        return rows;
      });
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
     * Gives each account the role once, by the first of its permissions.
     * @throws AppError NOT_FOUND, ROLE_NOT_FOUND
     */
    setRole: (call: ManagerCall, ids: readonly string[], role: string): Promise<number> =>
      change(call, ids, 'role', async (tx, rows) => {
        await requireRole(tx, call.appId, role);
        const accountIds = rows.map(({ accountId }) => accountId);
        const holders = new Set(await repo.listHolders(tx, call.appId, role, accountIds));
        const changed = rows.filter(({ accountId }) => !holders.has(accountId) && holders.add(accountId));
        return repo.setRole(
          tx,
          changed.map(({ id }) => id),
          role,
        );
      }),

    /** @throws AppError NOT_FOUND */
    lock: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, 'locked', (tx) => repo.setStatus(tx, ids, 'locked')),

    /** @throws AppError NOT_FOUND */
    unlock: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, 'unlocked', (tx) => repo.setStatus(tx, ids, 'active')),

    /** @throws AppError NOT_FOUND */
    remove: (call: ManagerCall, ids: readonly string[]): Promise<number> =>
      change(call, ids, 'removed', (tx) => repo.remove(tx, ids)),
  };
}

function outcomeOf(before: string | null): Outcome {
  if (before === null) return 'added';
  return before === 'locked' ? 'locked' : 'already';
}

export type PermissionChangeService = ReturnType<typeof createPermissionChangeService>;
