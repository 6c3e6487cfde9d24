import type { Removed } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { GivenSince } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Queryable } from '#database/connection.ts';
import type { Audit, AuditKind } from '#platform/audit/audit.ts';
import {
  listAddedManagers,
  listRightChanges,
  type FormerPermission as Permission,
  type Giver,
  type RightChange,
} from '#platform/right-changes.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { undoEndpointChanges } from '#platform/webhooks/webhooks.repo.ts';
import {
  comparePermissions,
  restorePermissions,
  restoresSetting,
  type PermissionChange,
} from './given-rights.policy.ts';
import { givenRights as repo, type Holder } from './given-rights.repo.ts';

const maxListed = 50;

/** The permissions of so many people are restored at a time, because the time of a statement is limited. */
const maxPeopleOfPart = 2_000;

const permissionKinds = {
  added: 'permission.added',
  role: 'permission.changed',
  locked: 'permission.locked',
  unlocked: 'permission.unlocked',
  removed: 'permission.removed',
} as const satisfies Readonly<Record<PermissionChange['change'], AuditKind>>;

type Undoable<K extends RightChange['kind'] = RightChange['kind']> = Extract<RightChange, { kind: K }> & {
  readonly applicationId: string;
};
type Lost = { readonly id: string; readonly applicationId: string; readonly createdAt: Date };

const nameOf = ({ accountId, applicationId }: Giver): string => `${accountId} ${applicationId ?? ''}`;

/** Returns a giver with the managers that it added, the managers that those added, and so on. */
async function listGivers(tx: Queryable, first: Giver): Promise<readonly Giver[]> {
  const givers = new Map([[nameOf(first), first]]);
  for (let found: readonly Giver[] = [first]; found.length > 0;) {
    const added = await listAddedManagers(tx, found);
    found = added.filter((giver) => giver.accountId !== first.accountId && !givers.has(nameOf(giver)));
    for (const giver of found) givers.set(nameOf(giver), giver);
  }
  return [...givers.values()];
}

/**
 * Undoes what an account has changed in applications since a moment, when the account returns to its owner, and what the
 * managers that it added have changed. A right that another account has changed since stays, except clients and
 * webhooks, which are disabled. A manager, a role or a secret can be given again, and a client or a webhook enabled
 * again.
 */
export function createGivenRights({ audit }: { readonly audit: Audit }) {
  return async (tx: Queryable, { accountId, since, by }: GivenSince): Promise<readonly Removed[]> => {
    const { caller, actorId = accountId } = by;
    const applications = new Map(
      (await repo.lockApplications(tx, accountId)).map((application) => [application.id, application]),
    );
    const titleOf = (id: string) => applications.get(id)?.name ?? id;
    const givers = await listGivers(tx, { accountId, since, applicationId: null });
    const changes = await listRightChanges(tx, givers);
    const of = <K extends RightChange['kind']>(kind: K): readonly Undoable<K>[] =>
      changes.filter(
        (change): change is Undoable<K> => change.kind === kind && change.applicationId !== null,
      );
    const own = <K extends RightChange['kind']>(kind: K): readonly Undoable<K>[] =>
      of(kind).filter(({ isOverwritten }) => !isOverwritten);
    const write = (kind: AuditKind, rows: Parameters<Audit['writeAll']>[2]) =>
      audit.writeAll(tx, { kind, actorId, caller }, rows);

    const undoManagers = async (): Promise<readonly Removed[]> => {
      const entries = own('manager');
      const removed = await repo.removeManagers(tx, entries.map(toHolder));
      const keys = new Set(removed.map(keyOf));
      const lost = entries.filter((entry) => keys.has(keyOf(toHolder(entry))));
      const former = lost.flatMap((entry) => entry.former ?? []);
      await repo.restoreManagers(tx, former);
      const gone = lost.filter((entry) => entry.former === null);
      await write(
        'manager.removed',
        gone.map(({ target, applicationId }) => ({ accountId: target, details: { applicationId } })),
      );
      return listed(
        'manager',
        gone.map(({ applicationId, changedAt }) => [titleOf(applicationId), changedAt]),
      );
    };

    const undoRoles = async (restored: readonly Permission[]): Promise<readonly Removed[]> => {
      const used = new Set(restored.map((row) => `${row.application_id} ${row.role}`));
      const changed: Undoable[] = [];
      for (const entry of own('roles')) {
        const { applicationId } = entry;
        const roles = entry.former ?? [];
        await repo.restoreRoles(
          tx,
          roles.filter(({ code }) => used.has(`${applicationId} ${code}`)),
        );
        const code = roles.find((role) => role.is_default)?.code ?? null;
        if (!(await repo.replaceDefault(tx, applicationId, code))) continue;
        await write('role.changed', [{ details: { applicationId, role: code ?? '' } }]);
        changed.push(entry);
      }
      return listed('application', changed.map(entryOf(titleOf)));
    };

    const undoPermissionsOf = async (entries: readonly Undoable<'permission'>[]) => {
      const before = groupPermissions(await repo.removePermissions(tx, entries.map(toHolder)));
      const after = entries.flatMap((entry) =>
        restorePermissions(before.get(keyOf(toHolder(entry))) ?? [], entry.former),
      );
      await repo.restorePermissions(tx, after);
      const afterOf = groupPermissions(after);
      const differences = [...before].flatMap(([key, rows]) =>
        comparePermissions(rows, afterOf.get(key) ?? []),
      );
      for (const [change, kind] of Object.entries(permissionKinds))
        await write(
          kind,
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
        return at ? [[`${titleOf(id)} (${previousRole ?? role})`, at]] : [];
      });
      return { after, lost };
    };

    const undoPermissions = async (): Promise<readonly Removed[]> => {
      const entries = own('permission');
      const parts = [];
      for (let start = 0; start < entries.length; start += maxPeopleOfPart)
        parts.push(await undoPermissionsOf(entries.slice(start, start + maxPeopleOfPart)));
      const roles = await undoRoles(parts.flatMap(({ after }) => after));
      return [
        ...listed(
          'permission',
          parts.flatMap(({ lost }) => lost),
        ),
        ...roles,
      ];
    };

    const undoSettings = async (): Promise<readonly Removed[]> => {
      const changed: Undoable[] = [];
      for (const entry of own('application')) {
        const { applicationId, target, former } = entry;
        if (!restoresSetting(target, former)) continue;
        if (!(await repo.restoreSetting(tx, applicationId, target, former))) continue;
        await write('application.changed', [{ details: { applicationId, fields: target } }]);
        changed.push(entry);
      }
      return listed('application', changed.map(entryOf(titleOf)));
    };

    const undoClients = async (): Promise<readonly Removed[]> => {
      const added = await repo.disableClients(tx, givers);
      const known = new Set(added.map(({ id }) => id));
      const entries = new Map(of('client').map((entry) => [entry.target, entry]));
      const undone = await repo.undoClientChanges(
        tx,
        [...entries.values()]
          .filter(({ target }) => !known.has(target))
          .map(({ target, former, isOverwritten }) => ({
            id: target,
            former: isOverwritten ? null : former,
          })),
      );
      const secrets = await repo.deleteSecrets(tx, givers);
      const changed = undone.map((client) => ({
        ...client,
        createdAt: entries.get(client.id)?.changedAt ?? client.createdAt,
      }));
      await write(
        'client.disabled',
        [...added, ...changed].filter(({ isActive }) => isActive).map(detailsOf),
      );
      // The secrets of a client that is disabled are not listed apart.
      const disabled = new Set([...added, ...changed].map(({ id }) => id));
      const lost = secrets.filter(({ id }) => !disabled.has(id));
      await write('client.secrets-ended', lost.map(detailsOf));
      return [
        ...listed('client', added.map(entryOfClient)),
        ...listed('client-change', changed.map(entryOfClient)),
        ...listed('client-secret', lost.map(entryOfClient)),
      ];
    };

    const undoWebhooks = async (): Promise<readonly Removed[]> => {
      const entries = new Map(
        changes.flatMap((entry) => (entry.kind === 'webhook' ? [[entry.target, entry]] : [])),
      );
      const undone = await undoEndpointChanges(
        tx,
        [...entries.values()].map(({ target, former, isOverwritten }) => ({
          id: target,
          former: isOverwritten ? null : former,
        })),
      );
      await write(
        'webhook.disabled',
        undone
          .filter(({ isActive }) => isActive)
          .map(({ id, url }) => {
            const entry = entries.get(id);
            return {
              ...(entry && { accountId: entry.accountId }),
              details: {
                webhookId: id,
                host: new URL(url).host,
                ...(typeof entry?.applicationId === 'string' && { applicationId: entry.applicationId }),
              },
            };
          }),
      );
      return listed(
        'webhook',
        undone.flatMap(({ id, url }) => {
          const at = entries.get(id)?.changedAt;
          return at ? [[new URL(url).host, at] as const] : [];
        }),
      );
    };

    // Disable an intruder's webhooks first, so that they get no messages about the other rights.
    const webhooks = await undoWebhooks();
    return [
      ...(await undoManagers()),
      ...(await undoPermissions()),
      ...(await undoSettings()),
      ...(await undoClients()),
      ...webhooks,
    ];
  };
}

type Entry = readonly [name: string, addedAt: Date];

const keyOf = ({ accountId, applicationId }: Holder): string => `${accountId} ${applicationId}`;

const toHolder = ({ target, applicationId }: Undoable): Holder => ({ accountId: target, applicationId });

const holderOf = (row: Permission): Holder => ({
  accountId: row.account_id,
  applicationId: row.application_id,
});

function groupPermissions(rows: readonly Permission[]): ReadonlyMap<string, readonly Permission[]> {
  return Map.groupBy(rows, (row) => keyOf(holderOf(row)));
}

const entryOf =
  (titleOf: (id: string) => string) =>
  ({ applicationId, changedAt }: Undoable): Entry => [titleOf(applicationId), changedAt];

const entryOfClient = ({ id, createdAt }: Lost): Entry => [id, createdAt];

const detailsOf = ({ id, applicationId }: Lost) => ({ details: { applicationId, clientId: id } });

/** Lists each name once and at most 50 names, because an intruder can give thousands of rights. */
function listed(kind: Removed['kind'], entries: readonly Entry[]): readonly Removed[] {
  return [...new Map(entries)]
    .slice(0, maxListed)
    .map(([name, addedAt]) => ({ kind, name, addedAt: addedAt.toISOString() }));
}
