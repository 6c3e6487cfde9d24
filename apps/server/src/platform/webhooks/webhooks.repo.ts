import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { WebhookEndpointsRow } from '#database/tables.ts';
import { recordRightChanges } from '#platform/right-changes.ts';

/** The application whose webhooks a statement may see; null for the association's webhooks. */
export type Scope = { readonly applicationId: string | null };

export type WebhookRow = Pick<
  WebhookEndpointsRow,
  'id' | 'applicationId' | 'url' | 'description' | 'eventTypes' | 'status' | 'createdAt' | 'failingSince'
>;
export type WebhookChange = Partial<Pick<WebhookEndpointsRow, 'url' | 'description' | 'eventTypes'>>;
export type SecretRow = Pick<WebhookEndpointsRow, 'id' | 'url' | 'sealedSecret' | 'formerSealedSecret'>;

/** Excludes removed webhooks and webhooks of other scopes (M2). */
const within = (sql: Queryable, { applicationId }: Scope): Fragment => sql`
  (e.application_id is not distinct from ${applicationId}::text and e.removed_at is null)`;

export const secretColumns = (sql: Queryable): Fragment => sql`
  e.sealed_secret, case when e.former_until > now() then e.former_sealed_secret end as former_sealed_secret`;

export function createWebhooksRepo(sql: Sql) {
  const columns = sql`
    e.id, e.application_id, e.url, e.description, e.event_types, e.status, e.created_at, e.failing_since`;
  return {
    async list(scope: Scope): Promise<readonly WebhookRow[]> {
      return sql<WebhookRow[]>`
        select ${columns} from webhook_endpoints e where ${within(sql, scope)} order by e.created_at, e.id`;
    },

    find: (scope: Scope, id: string) =>
      sql<(WebhookRow & { formerUntil: Date | null; pending: number })[]>`
        select ${columns}, case when e.former_until > now() then e.former_until end as former_until,
          (select count(*)::int from (select from deliveries m
            where m.endpoint_id = e.id and m.status = 'pending' limit 1000) p) as pending
        from webhook_endpoints e where e.id = ${id} and ${within(sql, scope)}`.first(),

    findSecrets: (scope: Scope, id: string) =>
      sql<SecretRow[]>`
        select e.id, e.url, ${secretColumns(sql)} from webhook_endpoints e
        where e.id = ${id} and ${within(sql, scope)}`.first(),

    /**
     * Adds an endpoint. Returns false if its scope already has `max` endpoints. The lock serializes additions
     * to one scope.
     */
    async insert(
      tx: Queryable,
      endpoint: Pick<
        WebhookEndpointsRow,
        'id' | 'applicationId' | 'ownerId' | 'url' | 'description' | 'eventTypes' | 'sealedSecret'
      >,
      max: number,
    ): Promise<boolean> {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${endpoint.applicationId ?? ''}`}, 0))`;
      const rows = await tx`
        select from webhook_endpoints e where ${within(tx, { applicationId: endpoint.applicationId })} limit ${max}`;
      if (rows.length >= max) return false;
      await tx`insert into webhook_endpoints ${tx(endpoint)}`;
      return true;
    },

    lock: (tx: Queryable, scope: Scope, id: string) =>
      tx<WebhookRow[]>`
        select ${columns} from webhook_endpoints e where e.id = ${id} and ${within(tx, scope)}
        for no key update`.first(),

    /** Changes an endpoint. A new URL resets the failures and stops the delivery to the old URL. */
    async update(tx: Queryable, id: string, change: WebhookChange): Promise<void> {
      if (change.url !== undefined)
        await tx`
          update webhook_endpoints set failures = 0, resume_at = now(), lease_id = null, lease_until = null
          where id = ${id} and url <> ${change.url}`;
      await tx`update webhook_endpoints set ${tx(change)} where id = ${id}`;
    },

    /**
     * Records the state before a change; `former` is null for a new endpoint. Also records whether the
     * account made a new secret.
     */
    async recordChange(
      tx: Queryable,
      { id, applicationId }: Pick<WebhookRow, 'id' | 'applicationId'>,
      by: {
        readonly accountId: string | null;
        readonly former: Pick<WebhookRow, 'url' | 'eventTypes'> | null;
        readonly makesSecret: boolean;
      },
    ): Promise<void> {
      const { accountId, former, makesSecret } = by;
      const value = former && { url: former.url, eventTypes: former.eventTypes };
      await recordRightChanges(
        tx,
        { kind: 'webhook', applicationId, accountId },
        makesSecret ? [id, secretTargetOf(id)] : [id],
        () => tx`select ${tx.json(value)}::jsonb`,
      );
    },

    async setStatus(tx: Queryable, id: string, status: 'active' | 'disabled'): Promise<void> {
      await tx`
        update webhook_endpoints set status = ${status}, failing_since = null, failures = 0, resume_at = now()
        where id = ${id}`;
    },

    /** Replaces the secret, and stops a delivery that signs with the old one. */
    async rotateSecret(
      tx: Queryable,
      id: string,
      { sealedSecret, formerSeconds }: { readonly sealedSecret: Buffer; readonly formerSeconds: number },
    ): Promise<void> {
      await tx`
        update webhook_endpoints set sealed_secret = ${sealedSecret}, lease_id = null, lease_until = null,
          former_sealed_secret = case when ${formerSeconds}::int > 0 then sealed_secret end,
          former_until = case when ${formerSeconds}::int > 0 then now() + make_interval(secs => ${formerSeconds}) end
        where id = ${id}`;
    },

    /**
     * Ends all sending to an endpoint and removes it. The purge deletes its messages in batches, because
     * there may be many. Removal also leaves nothing for the return of an account to undo; otherwise an
     * intruder could add and remove so many endpoints that the return takes too long.
     */
    async remove(tx: Queryable, id: string): Promise<void> {
      await tx`
        update webhook_endpoints set removed_at = now(), status = 'disabled', sealed_secret = '',
          former_sealed_secret = null, former_until = null
        where id = ${id}`;
      await tx`
        delete from right_changes where kind = 'webhook' and target = any(${[id, secretTargetOf(id)]}::text[])`;
    },

    async deleteRemoved(limit: number): Promise<number> {
      const { count } = await sql`
        delete from deliveries where id = any(array(
          select m.id from deliveries m join webhook_endpoints e on e.id = m.endpoint_id
          where e.removed_at is not null limit ${limit}))`;
      if (count > 0) return count;
      await sql`
        delete from webhook_endpoints e where removed_at is not null
          and not exists (select from deliveries m where m.endpoint_id = e.id)`;
      return 0;
    },

    async deleteFormerSecrets(): Promise<number> {
      const { count } = await sql`
        update webhook_endpoints set former_sealed_secret = null, former_until = null where former_until < now()`;
      return count;
    },
  };
}

/**
 * Returns the name of an endpoint's secret in `right_changes`, which is separate because other changes of the
 * endpoint keep the secret.
 */
export const secretTargetOf = (id: string): string => `${id} secret`;

export type WebhooksRepo = ReturnType<typeof createWebhooksRepo>;

/**
 * Disables endpoints, and restores the URL and the events in `former`; null keeps them. `newSecret` replaces a
 * secret that an intruder knows; null keeps the secret. Returns the endpoints with the URLs that they had
 * before. `isActive`: the endpoint was enabled before.
 */
export async function undoEndpointChanges(
  tx: Queryable,
  changes: readonly {
    readonly id: string;
    readonly former: Pick<WebhookRow, 'url' | 'eventTypes'> | null;
    readonly newSecret: Buffer | null;
  }[],
) {
  const undone = changes.map(({ id, former, newSecret }) => ({
    id,
    url: former?.url ?? null,
    event_types: former?.eventTypes ?? null,
    secret: newSecret?.toString('base64') ?? null,
  }));
  return tx<(Pick<WebhookEndpointsRow, 'id' | 'url'> & { readonly isActive: boolean })[]>`
    update webhook_endpoints w set status = 'disabled',
      url = coalesce(u.url, w.url), event_types = coalesce(u.event_types, w.event_types),
      sealed_secret = coalesce(decode(u.secret, 'base64'), w.sealed_secret),
      former_sealed_secret = case when u.secret is null then w.former_sealed_secret end,
      former_until = case when u.secret is null then w.former_until end
    from jsonb_to_recordset(${tx.json(undone)}::jsonb) as u (id text, url text, event_types text[], secret text),
      webhook_endpoints before
    where w.id = u.id and before.id = w.id and w.removed_at is null
    returning w.id, before.url, before.status <> 'disabled' as is_active`;
}
