import { maxRoles } from '@vid/contract/limits';
import { accountOf } from '#account/actor.ts';
import type { Queryable } from '#database/connection.ts';
import type { ApplicationAccess } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { cleanText } from '#lib/text/text.ts';
import { insertAuditAbout, type AuditKind } from '#platform/audit/audit.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { recordRights } from '#applications/application/record-rights.ts';
import { permissionChanges as permissions } from '#applications/permissions/permission-changes.repo.ts';
import type { ManagerCall, PermissionChanges } from '#applications/permissions/permission-changes.service.ts';
import type { Platform } from '#platform/platform.ts';
import { createRolesRepo, type RoleTexts } from './roles.repo.ts';

type ApplicationOfRole = { readonly id: string; readonly code: string };

const descriptionLimits = { maxGraphemes: 200, maxBytes: 1_000 };

export function createRolesService({
  sql,
  audit,
  permissionChanges: { countRows },
}: Platform & { readonly permissionChanges: Pick<PermissionChanges, 'countRows'> }) {
  const repo = createRolesRepo(sql);
  /**
   * Changes an application's roles or its access and writes the audit row. The lock of the application makes
   * concurrent changes follow each other.
   */
  const change = async (
    by: ManagerCall,
    kind: AuditKind,
    details: Readonly<Record<string, string>>,
    work: (tx: Queryable, application: ApplicationOfRole) => Promise<void>,
  ): Promise<void> => {
    await beginAs(sql, by, async (tx) => {
      const application = await permissions.lockApplication(tx, by.within);
      const changed = { applicationId: by.within, accountId: accountOf(by) };
      if (kind.startsWith('role.')) await recordRights(tx, { ...changed, kind: 'roles' }, ['']);
      else await recordRights(tx, { ...changed, kind: 'application' }, ['access']);
      await work(tx, application);
      await audit.write(tx, {
        kind,
        ...by,
        accountId: by.caller.signedIn?.accountId,
        details: { applicationId: by.within, ...details },
      });
    });
  };

  /**
   * Moves the permissions of a role to another role, each with an audit row. An account that has both roles
   * keeps its permission for the other role, which becomes locked if either was locked. Returns the number of
   * accounts.
   */
  const move = async (
    tx: Queryable,
    { actorId, caller }: ManagerCall,
    application: ApplicationOfRole,
    roles: { readonly from: string; readonly to: string },
  ): Promise<number> => {
    const holders = await repo.listHolders(tx, application.id, roles.from);
    const changed = { applicationId: application.id, accountId: accountOf({ actorId, caller }) };
    await recordRights(tx, { kind: 'permission', ...changed }, holders);
    const merged = await repo.deleteMerged(tx, application.id, roles);
    const toLock = merged.filter(({ status }) => status === 'locked').map(({ keptId }) => keptId);
    const locked = await permissions.setStatus(tx, toLock, 'locked');
    const moved = await repo.move(tx, application.id, roles);
    const accountIds = [...merged, ...moved].map(({ accountId }) => accountId);
    const details = { applicationId: application.id, role: roles.to };
    await tx`${insertAuditAbout(
      tx,
      { kind: 'permission.changed', actorId, caller, details },
      tx`unnest(${accountIds}::text[]) as moved (id)`,
    )}`;
    const changes = [
      ...merged.map((row) => ({ ...row, change: 'removed' as const })),
      ...locked.map((row) => ({ ...row, change: 'locked' as const })),
      ...moved.map((row) => ({ ...row, change: 'role' as const, previousRole: roles.from })),
    ];
    await publishWebhooks(
      tx,
      ...changes.map(({ id, ...rest }) => ({
        ...rest,
        event: 'permission.changed' as const,
        application,
        permissionId: id,
      })),
    );
    return accountIds.length;
  };

  return {
    list: (appId: string) => repo.list(appId),

    add: (call: ManagerCall, { code, ...texts }: RoleTexts & { readonly code: string }): Promise<void> => {
      const role = { code, ...clean(texts) };
      return change(call, 'role.added', { role: code }, async (tx) => {
        if ((await repo.count(tx, call.within)) >= maxRoles) throw new AppError('ROLE_LIMIT');
        if (role.isDefault) await repo.clearDefault(tx, call.within);
        if (!(await repo.insert(tx, call.within, role))) throw new AppError('ROLE_EXISTS');
      });
    },

    change: (call: ManagerCall, code: string, texts: RoleTexts): Promise<void> => {
      const role = clean(texts);
      return change(call, 'role.changed', { role: code }, async (tx) => {
        if (role.isDefault) await repo.clearDefault(tx, call.within);
        if (!(await repo.update(tx, call.within, code, role))) throw new AppError('NOT_FOUND');
      });
    },

    /**
     * Removes a role. Its accounts get the role `moveTo`. Returns the number of these accounts.
     * @throws AppError NOT_FOUND; RATE_LIMITED; ROLE_IN_USE without `moveTo`; ROLE_NOT_FOUND if `moveTo` does
     * not exist
     */
    async remove(call: ManagerCall, code: string, moveTo: string | undefined): Promise<number> {
      const details = { role: code, ...(moveTo !== undefined && { moveTo }) };
      const holders = moveTo === undefined ? 0 : await repo.countHolders(call.within, code);
      return countRows(call, holders, async () => {
        let moved = 0;
        await change(call, 'role.removed', details, async (tx, application) => {
          if (!(await repo.remove(tx, call.within, code))) throw new AppError('NOT_FOUND');
          if (!(await repo.isUsed(tx, call.within, code))) return;
          if (moveTo === undefined) throw new AppError('ROLE_IN_USE');
          if (!(await permissions.hasRole(tx, call.within, moveTo))) throw new AppError('ROLE_NOT_FOUND');
          moved = await move(tx, call, application, { from: code, to: moveTo });
        });
        return { result: moved, changed: moved };
      });
    },

    /** Opens or restricts the application. Takes effect at the next sign-on or use of a token. */
    setAccess: (call: ManagerCall, access: ApplicationAccess): Promise<void> =>
      change(call, access === 'open' ? 'application.opened' : 'application.restricted', {}, (tx) =>
        repo.setAccess(tx, call.within, access),
      ),
  };
}

function clean({ name, description, isDefault }: RoleTexts): RoleTexts {
  const [named, described] = [cleanText(name), cleanText(description, descriptionLimits)];
  if ('problem' in named) throw new AppError('VALIDATION_FAILED', { fields: { name: named.problem } });
  if (named.text === '') throw new AppError('VALIDATION_FAILED', { fields: { name: 'required' } });
  if ('problem' in described)
    throw new AppError('VALIDATION_FAILED', { fields: { description: described.problem } });
  return { name: named.text, description: described.text, isDefault };
}
