import { maxManagers } from '@vid/contract/limits';
import type { Data } from '@vid/contract/endpoints/index';
import { accountOf } from '#account/actor.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { recordRights } from '#applications/application/record-rights.ts';
import { permissionChanges } from '#applications/permissions/permission-changes.repo.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { announceAccess, beginGiving } from '#applications/announce-access.ts';
import { createManagersRepo } from './managers.repo.ts';

type Outcome = Data<'POST /vid/api/apps/:appId/managers'>['outcome'];

/** `ownerId` is the owner who makes the change; null for other callers. */
type ManagerChange = ManagerCall & { readonly ownerId: string | null };

export function createManagersService(deps: AccountServices) {
  const { sql, accounts, notices, audit, config } = deps;
  const repo = createManagersRepo(sql);
  const write = (tx: Queryable, kind: AuditKind, by: ManagerCall, accountId: string) =>
    audit.write(tx, { kind, ...by, accountId, details: { applicationId: by.within } });

  /**
   * Locks the application, so that a hand-over and the change wait for each other.
   * @throws AppError NOT_FOUND if the application was deleted or no longer belongs to `ownerId`
   */
  const lock = async (tx: Queryable, { within: appId, ownerId }: ManagerChange): Promise<void> => {
    await permissionChanges.lockApplication(tx, appId);
    if (ownerId !== null && !(await repo.isOwner(tx, appId, ownerId))) throw new AppError('NOT_FOUND');
  };

  return {
    async list(appId: string) {
      const [owner, managers] = await Promise.all([repo.findOwner(appId), repo.list(appId)]);
      return { owner: owner ?? null, managers };
    },

    /**
     * Makes the account of a phone a manager. Treats a locked account, or an account whose phone may have a new
     * owner, as missing. A repeated call changes nothing.
     * @throws AppError PHONE_INVALID, ACCOUNT_NOT_FOUND, NOT_FOUND, MANAGER_LIMIT
     */
    async add(call: ManagerChange, phone: string): Promise<Outcome> {
      const e164 = requireAccountPhone(phone, config);
      const { within: applicationId, actorId: createdBy } = call;
      const found = await accounts.findNonDormantByPhone(e164);
      if (!found) throw new AppError('ACCOUNT_NOT_FOUND');
      return beginGiving(deps, { ...call, others: [found.id] }, async (tx) => {
        const account = await accounts.lockNonDormantByPhone(tx, e164);
        if (account?.status !== 'active') throw new AppError('ACCOUNT_NOT_FOUND');
        await lock(tx, call);
        if (await repo.isManager(tx, applicationId, account.id)) return 'already';
        if ((await repo.count(tx, applicationId)) >= maxManagers) throw new AppError('MANAGER_LIMIT');
        await recordRights(tx, { kind: 'manager', applicationId, accountId: createdBy }, [account.id]);
        await repo.insert(tx, { applicationId, accountId: account.id, createdBy });
        await write(tx, 'manager.added', call, account.id);
        await announceAccess(tx, notices, call);
        return 'added';
      });
    },

    findByPhone: (appId: string, phone: string) => repo.findByPhone(appId, phone),

    /** @throws AppError NOT_FOUND, also for the owner */
    async remove(call: ManagerChange, accountId: string): Promise<void> {
      await beginAs(sql, call, async (tx) => {
        await lock(tx, call);
        const change = { kind: 'manager', applicationId: call.within, accountId: accountOf(call) } as const;
        await recordRights(tx, change, [accountId]);
        if (!(await repo.delete(tx, call.within, accountId))) throw new AppError('NOT_FOUND');
        await write(tx, 'manager.removed', call, accountId);
      });
    },
  };
}
