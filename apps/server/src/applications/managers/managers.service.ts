import type { DataOf } from '@vid/contract/endpoint';
import { maxManagers } from '@vid/contract/limits';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Config } from '#config/config.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit, AuditKind } from '#platform/audit/audit.ts';
import type { AddLimit } from '#applications/permissions/add-limit.ts';
import type { PermissionChanges } from '#applications/permissions/permission-changes.repo.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import type { ManagersRepo, PersonRow } from './managers.repo.ts';

type List = DataOf<Endpoints['GET /vid/api/apps/:appId/managers']>;
type Outcome = DataOf<Endpoints['POST /vid/api/apps/:appId/managers']>['outcome'];

/** `ownerId` is the owner who makes the change; null for other callers. */
type ManagerChange = ManagerCall & { readonly ownerId: string | null };

type Deps = {
  readonly sql: Sql;
  readonly repo: ManagersRepo;
  readonly permissions: Pick<PermissionChanges, 'lockApplication'>;
  readonly accounts: Pick<AccountRepo, 'lockNonDormantByPhone'>;
  readonly addLimit: AddLimit;
  readonly audit: Audit;
  readonly config: Config;
};

/** Lists, adds and removes managers besides the owner of an application. Each request reads the managers again. */
export function createManagersService(deps: Deps) {
  const { sql, repo, permissions, accounts, addLimit, audit, config } = deps;
  const write = (
    tx: Queryable,
    kind: AuditKind,
    { appId, actorId, caller }: ManagerCall,
    accountId: string,
  ) => audit.write(tx, { kind, accountId, actorId, caller, details: { applicationId: appId } });

  /**
   * Locks the application, so that a hand-over waits for the change, or the change for the hand-over.
   * @throws AppError NOT_FOUND if the owner has changed since
   */
  const lock = async (tx: Queryable, { appId, ownerId }: ManagerChange): Promise<void> => {
    await permissions.lockApplication(tx, appId);
    if (ownerId !== null && !(await repo.isOwner(tx, appId, ownerId))) throw new AppError('NOT_FOUND');
  };

  return {
    async list(appId: string): Promise<List> {
      const [owner, managers] = await Promise.all([repo.findOwner(appId), repo.list(appId)]);
      return {
        owner: owner ? toPerson(owner) : null,
        managers: managers.map((row) => ({
          ...toPerson(row),
          createdBy: row.createdByName,
          createdAt: row.createdAt.toISOString(),
        })),
      };
    },

    /**
     * Makes the account of a phone a manager. A locked account, or one whose phone may have a new owner, is treated as
     * missing, as it is when people are added. A repeat changes nothing.
     * @throws AppError PHONE_INVALID, ACCOUNT_NOT_FOUND, NOT_FOUND, MANAGER_LIMIT, RATE_LIMITED
     */
    async add(call: ManagerChange, phone: string): Promise<Outcome> {
      await addLimit.hit(call, 'one');
      const e164 = requireAccountPhone(phone, config);
      const { appId: applicationId, accountId: createdBy } = call;
      return sql.begin(async (tx) => {
        const account = await accounts.lockNonDormantByPhone(tx, e164);
        if (account?.status !== 'active') throw new AppError('ACCOUNT_NOT_FOUND');
        await lock(tx, call);
        if (await repo.isManager(tx, applicationId, account.id)) return 'already';
        if ((await repo.count(tx, applicationId)) >= maxManagers) throw new AppError('MANAGER_LIMIT');
        await repo.insert(tx, { applicationId, accountId: account.id, createdBy });
        await write(tx, 'manager.added', call, account.id);
        return 'added';
      });
    },

    findByPhone: (appId: string, phone: string) => repo.findByPhone(appId, phone),

    /** @throws AppError NOT_FOUND, also for the owner */
    async remove(call: ManagerChange, accountId: string): Promise<void> {
      await sql.begin(async (tx) => {
        await lock(tx, call);
        if (!(await repo.delete(tx, call.appId, accountId))) throw new AppError('NOT_FOUND');
        await write(tx, 'manager.removed', call, accountId);
      });
    },
  };
}

function toPerson({ accountId, name, avatar, phone }: PersonRow): NonNullable<List['owner']> {
  return { accountId, name, avatar, phone };
}

export type ManagersService = ReturnType<typeof createManagersService>;
