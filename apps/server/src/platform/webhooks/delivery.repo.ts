import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { WebhookEndpointsRow, DeliveriesRow } from '#database/tables.ts';
import { insertAttempt, type NewAttempt } from './messages.repo.ts';
import { secretColumns } from './webhooks.repo.ts';

/** Time for which a process that died blocks its endpoints. Batches end well before their lease. */
const leaseSeconds = 60;

export type ClaimedEndpoint = Pick<
  WebhookEndpointsRow,
  'id' | 'url' | 'sealedSecret' | 'formerSealedSecret' | 'failures'
> & { readonly leaseId: string };
export type DueMessage = Pick<DeliveriesRow, 'id' | 'type' | 'data' | 'createdAt' | 'attempts'>;

export type Troubled = Pick<WebhookEndpointsRow, 'id' | 'applicationId' | 'ownerId' | 'status'>;

/** `isFree`: no process is sending to the endpoint. */
type EndpointState = { readonly isApplicationActive: boolean; readonly isFree: boolean };

type Lease = Pick<ClaimedEndpoint, 'id' | 'leaseId'>;

/**
 * Creates the statements of webhook delivery. The process that holds an endpoint's lease sends its messages.
 * Changing the endpoint's URL or secret clears the lease, so that the current delivery stops and can no longer
 * change the endpoint's row.
 */
export function createDeliveryRepo(sql: Sql) {
  const isApplicationActive = sql`
    (e.application_id is null
      or exists (select from applications a where a.id = e.application_id and a.status = 'active'))`;
  const mayReceive = sql`(e.status <> 'disabled' and e.removed_at is null and ${isApplicationActive})`;
  const isFree = sql`(e.lease_until is null or e.lease_until < now())`;
  const held = (tx: Queryable, { id, leaseId }: Lease): Fragment => tx`
    (e.id = ${id} and e.lease_id = ${leaseId} and ${mayReceive})`;
  return {
    async claim(leaseId: string, limit: number): Promise<readonly ClaimedEndpoint[]> {
      return sql<ClaimedEndpoint[]>`
        update webhook_endpoints e
        set lease_id = ${leaseId}, lease_until = now() + make_interval(secs => ${leaseSeconds})
        where e.id = any(array(
          select e.id from webhook_endpoints e
          where ${mayReceive} and ${isFree} and e.resume_at <= now()
            and exists (select from deliveries m
              where m.endpoint_id = e.id and m.status = 'pending' and m.next_attempt_at <= now())
          order by e.resume_at limit ${limit} for no key update of e skip locked))
        returning e.id, e.url, ${secretColumns(sql)}, e.failures, e.lease_id`;
    },

    async listDue(endpoint: Lease, limit: number): Promise<readonly DueMessage[]> {
      return sql<DueMessage[]>`
        select m.id, m.type, m.data, m.created_at, m.attempts from deliveries m
        where m.endpoint_id = ${endpoint.id} and m.status = 'pending' and m.next_attempt_at <= now()
          and exists (select from webhook_endpoints e where ${held(sql, endpoint)})
        order by m.created_at, m.id limit ${limit}`;
    },

    /**
     * Records an attempt. A message that was not delivered fails without `retrySeconds`. If the lease expired
     * and two processes sent the message, a delivered message stays delivered. Returns false if the lease is
     * void or the endpoint may no longer receive.
     */
    async record(
      endpoint: Lease,
      messageId: string,
      attempt: NewAttempt,
      outcome: { readonly isDelivered: boolean; readonly retrySeconds: number | undefined },
    ): Promise<boolean> {
      const { isDelivered, retrySeconds } = outcome;
      const status = isDelivered ? 'delivered' : retrySeconds === undefined ? 'failed' : 'pending';
      return sql.begin(async (tx) => {
        const { count } = await tx`
          update deliveries set status = ${status}, attempts = ${attempt.attempt}, last_status = ${attempt.responseStatus},
            next_attempt_at = now() + make_interval(secs => ${retrySeconds ?? 0})
          where id = ${messageId} and status = 'pending'`;
        if (count > 0) await insertAttempt(tx, messageId, attempt);
        const holders = await tx`select from webhook_endpoints e where ${held(tx, endpoint)}`;
        return holders.length > 0;
      });
    },

    async lock(tx: Queryable, endpoint: Lease): Promise<boolean> {
      const { count } =
        await tx`select from webhook_endpoints e where ${held(tx, endpoint)} for no key update`;
      return count > 0;
    },

    async release(
      { id, leaseId }: Lease,
      { failures, pauseSeconds }: { readonly failures: number; readonly pauseSeconds: number },
    ): Promise<void> {
      await sql`
        update webhook_endpoints set lease_id = null, lease_until = null, failures = ${failures},
          resume_at = now() + make_interval(secs => ${pauseSeconds}),
          status = case when status = 'failing' and ${failures}::int = 0 then 'active' else status end,
          failing_since = case when ${failures}::int = 0 then null else failing_since end
        where id = ${id} and lease_id = ${leaseId}`;
    },

    /** Returns the endpoints with messages that were not delivered within three days. */
    async listOverdue(): Promise<readonly string[]> {
      const rows = await sql<{ endpointId: string }[]>`
        select distinct endpoint_id from deliveries
        where kind = 'webhook' and status = 'pending' and give_up_at <= now()`;
      return rows.map(({ endpointId }) => endpointId);
    },

    /** Locks an endpoint, so that no process starts to send to it. Returns undefined if it does not exist. */
    async lockEndpoint(tx: Queryable, id: string): Promise<EndpointState | undefined> {
      await tx`select from webhook_endpoints where id = ${id} for no key update`;
      return tx<EndpointState[]>`
        select ${isApplicationActive} as is_application_active, ${isFree} as is_free
        from webhook_endpoints e where e.id = ${id}`.first();
    },

    /**
     * Ends up to `limit` messages of an endpoint that were not delivered within three days, and returns their
     * number. While a process is sending to the endpoint, due messages may already be in flight, so that
     * process ends them.
     */
    async endOverdue(
      tx: Queryable,
      endpointId: string,
      { isFree: mayEndDue }: Pick<EndpointState, 'isFree'>,
      status: 'failed' | 'skipped',
      limit: number,
    ): Promise<number> {
      const { count } = await tx`
        update deliveries set status = ${status} where id = any(array(
          select id from deliveries
          where kind = 'webhook' and status = 'pending' and give_up_at <= now() and endpoint_id = ${endpointId}
            and (${mayEndDue} or next_attempt_at > now())
          order by give_up_at limit ${limit}))`;
      return count;
    },

    /**
     * Marks an endpoint after one of its messages was given up: first as failing, and after three days of
     * failing as disabled. Three days are one full round of attempts. Returns undefined if nothing changed.
     */
    markFailing: (tx: Queryable, id: string) =>
      tx<Troubled[]>`
        update webhook_endpoints set failing_since = coalesce(failing_since, now()),
          status = case status when 'active' then 'failing' else 'disabled' end
        where id = ${id} and removed_at is null
          and (status = 'active' or (status = 'failing' and failing_since <= now() - interval '3 days'))
        returning id, application_id, owner_id, status`.first(),

    /**
     * Disables an endpoint that responded with 410. Returns undefined if it was removed or already disabled.
     */
    disable: (tx: Queryable, id: string) =>
      tx<Troubled[]>`
        update webhook_endpoints set status = 'disabled', failing_since = coalesce(failing_since, now())
        where id = ${id} and removed_at is null and status <> 'disabled'
        returning id, application_id, owner_id, status`.first(),

    /** Returns the active accounts that manage an application: its owner, then its managers by seniority. */
    async listManagers(tx: Queryable, applicationId: string): Promise<readonly string[]> {
      const rows = await tx<{ id: string }[]>`
        select a.id from (
          select owner_id as id, null::timestamptz as since from applications where id = ${applicationId}
          union all
          select account_id, created_at from application_managers where application_id = ${applicationId}
        ) m join accounts a on a.id = m.id and a.status = 'active'
        order by m.since nulls first, a.id`;
      return rows.map(({ id }) => id);
    },

    async listAdmins(tx: Queryable): Promise<readonly string[]> {
      const rows = await tx<{ id: string }[]>`
        select id from accounts where role = 'admin' and status = 'active' order by created_at, id`;
      return rows.map(({ id }) => id);
    },
  };
}

export type DeliveryRepo = ReturnType<typeof createDeliveryRepo>;
