import type { Removed } from '#account/return-to-owner/return-to-owner.policy.ts';
import type { GivenSince } from '#account/return-to-owner/return-to-owner.service.ts';
import type { Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit, AuditKind } from '#platform/audit/audit.ts';
import { listGivenPermissions, listGivenRights } from '#platform/right-changes.ts';
import { newWebhookSecret, sealSecret } from '#platform/webhooks/webhook-secret.ts';
import { secretTargetOf, undoEndpointChanges } from '#platform/webhooks/webhooks.repo.ts';
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
import type { GivenPermissionsRepo } from './given-permissions.repo.ts';
import { restoresSetting } from './given-rights.policy.ts';
import { givenRights as repo } from './given-rights.repo.ts';

type Lost = { readonly id: string; readonly applicationId: string; readonly createdAt: Date };

type Deps = {
  readonly audit: Audit;
  readonly keys: Pick<Keys, 'seal'>;
  readonly permissions: Pick<GivenPermissionsRepo, 'record'>;
};

/**
 * Undoes, when an account returns to its owner, its changes in applications since a time, and the changes of
 * the managers whom it added. Keeps a right that another account has changed since, except that a client or
 * webhook is disabled.
 *
 * A task (`given-permissions.service.ts`) undoes the permissions of people, because one transaction may be too
 * short for them.
 */
export function createGivenRights({ audit, keys, permissions }: Deps) {
  return async (tx: Queryable, { accountId, since, by }: GivenSince): Promise<readonly Removed[]> => {
    const { caller, actorId = accountId } = by;
    const applications = new Map(
      (await repo.lockApplications(tx, accountId)).map((application) => [application.id, application]),
    );
    const titleOf = (id: string) => applications.get(id)?.name ?? id;
    const givers = await listGivers(tx, { accountId, since, until: null, applicationId: null });
    const rights = await listGivenRights(tx, givers, [
      'manager',
      'roles',
      'application',
      'client',
      'webhook',
    ]);
    const changes = await readGivenChanges(tx, givers, rights);
    const write = (kind: AuditKind, rows: Parameters<Audit['writeAll']>[2]) =>
      audit.writeAll(tx, { kind, actorId, caller }, rows);

    const undoManagers = async (): Promise<readonly Removed[]> => {
      const entries = ownChangesOf(changes, 'manager');
      const removed = await repo.removeManagers(tx, entries.map(toHolder));
      const lostKeys = new Set(removed.map(keyOf));
      const lost = entries.filter((entry) => lostKeys.has(keyOf(toHolder(entry))));
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

    const undoDefaultRoles = async (): Promise<readonly Removed[]> => {
      const entries = ownChangesOf(changes, 'roles').map((entry) => ({
        ...entry,
        role: entry.former?.find((role) => role.is_default),
      }));
      const toDefault = ({ applicationId, role }: (typeof entries)[number]) => ({
        applicationId,
        code: role?.code ?? null,
      });
      const cleared = new Set(await repo.clearDefaults(tx, entries.map(toDefault)));
      const changed = entries.filter(({ applicationId }) => cleared.has(applicationId));
      // The intruder may have removed the former default role.
      await repo.restoreRoles(
        tx,
        changed.flatMap(({ role }) => role ?? []),
      );
      await repo.setDefaults(tx, changed.map(toDefault));
      await write(
        'role.changed',
        changed.map(toDefault).map(({ applicationId, code }) => ({
          details: { applicationId, role: code ?? '' },
        })),
      );
      return listed('application', changed.map(entryOf(titleOf)));
    };

    const undoSettings = async (): Promise<readonly Removed[]> => {
      const entries = ownChangesOf(changes, 'application').filter(({ target, former }) =>
        restoresSetting(target, former),
      );
      const before = new Map(
        (
          await repo.restoreSettings(
            tx,
            [...Map.groupBy(entries, ({ applicationId }) => applicationId)].map(([id, own]) => ({
              id,
              settings: Object.fromEntries(own.map(({ target, former }) => [target, former])),
            })),
          )
        ).map(({ id, settings }) => [id, settings]),
      );
      const changed = entries.filter(({ applicationId, target, former }) => {
        const settings = before.get(applicationId);
        return settings !== undefined && settings[target] !== former;
      });
      await write(
        'application.changed',
        changed.map(({ applicationId, target }) => ({ details: { applicationId, fields: target } })),
      );
      return listed('application', changed.map(entryOf(titleOf)));
    };

    const undoClients = async (): Promise<readonly Removed[]> => {
      const added = await repo.disableClients(tx, givers);
      const known = new Set(added.map(({ id }) => id));
      const entries = new Map(changesOf(changes, 'client').map((entry) => [entry.target, entry]));
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
      await repo.deleteTokens(tx, [...added, ...undone, ...secrets]);
      const changed = undone.map((client) => ({
        ...client,
        createdAt: entries.get(client.id)?.changedAt ?? client.createdAt,
      }));
      await write(
        'client.disabled',
        [...added, ...changed].filter(({ isActive }) => isActive).map(detailsOf),
      );
      // Leave out the secrets of disabled clients, which are already listed.
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
      // Replace a secret that the account created and therefore knows. Do not restore the earlier secret, which
      // may have been replaced after a leak.
      const knowsSecret = (id: string): boolean => entries.get(secretTargetOf(id))?.isOverwritten === false;
      const undone = await undoEndpointChanges(
        tx,
        [...entries.values()].map(({ target, former, isOverwritten }) => ({
          id: target,
          former: isOverwritten ? null : former,
          newSecret: knowsSecret(target) ? sealSecret(keys, newWebhookSecret()) : null,
        })),
      );
      await write(
        'webhook.disabled',
        undone
          .filter(({ isActive }) => isActive)
          .map(({ id, url }) => {
            const entry = entries.get(id);
            return {
              accountId: entry?.accountId ?? undefined,
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
    const removed = [
      ...(await undoManagers()),
      ...(await undoDefaultRoles()),
      ...(await undoSettings()),
      ...(await undoClients()),
      ...webhooks,
    ];
    if ((await listGivenPermissions(tx, givers, { after: '0', limit: 1 })).length > 0) {
      const { address, requestId, userAgent = '' } = caller;
      await permissions.record(tx, { accountId, since, actorId, address, requestId, userAgent });
    }
    return removed;
  };
}

const entryOf =
  (titleOf: (id: string) => string) =>
  ({ applicationId, changedAt }: Undoable): Entry => [titleOf(applicationId), changedAt];

const entryOfClient = ({ id, createdAt }: Lost): Entry => [id, createdAt];

const detailsOf = ({ id, applicationId }: Lost) => ({ details: { applicationId, clientId: id } });
