import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { WebhookEndpointsRow, DeliveriesRow } from '#database/tables.ts';
import type { NewAttempt } from './messages.repo.ts';
import { secretColumns } from './webhooks.repo.ts';

/** How long a process that dies keeps its endpoints. A batch ends well before. */
const leaseSeconds = 60;

export type ClaimedEndpoint = Pick<
  WebhookEndpointsRow,
  'id' | 'url' | 'sealedSecret' | 'formerSealedSecret' | 'failures'
> & { readonly leaseId: string };
export type DueMessage = Pick<DeliveriesRow, 'id' | 'type' | 'data' | 'createdAt' | 'attempts'>;

/** An endpoint whose owner is notified, with its new status. */
export type Troubled = Pick<WebhookEndpointsRow, 'id' | 'applicationId' | 'status'>;

type Lease = Pick<ClaimedEndpoint, 'id' | 'leaseId'>;

/**
 * Statements of delivery. An endpoint's messages are sent by the process that holds its lease. A change of the
 * endpoint's address or secret clears the lease, so that the current delivery stops and can no longer change the row.
 */
export function createDeliveryRepo(sql: Sql) {
  const mayReceive = sql`
    (status <> 'disabled' and removed_at is null and webhook_application_is_active(application_id))`;
  /** The condition that the holder of the lease may send the endpoint's messages. */
  const held = (tx: Queryable, { id, leaseId }: Lease): Fragment => tx`
    (id = ${id} and lease_id = ${leaseId} and ${mayReceive})`;
  return {
    /** Takes up to `limit` endpoints with messages that are due and that no process holds. */
    async claim(leaseId: string, limit: number): Promise<readonly ClaimedEndpoint[]> {
      return sql<ClaimedEndpoint[]>`
        update webhook_endpoints e
        set lease_id = ${leaseId}, lease_until = now() + make_interval(secs => ${leaseSeconds})
        where e.id = any(array(
          select c.id from webhook_endpoints c
          where ${mayReceive} and c.resume_at <= now() and (c.lease_until is null or c.lease_until < now())
            and exists (select from deliveries m
              where m.endpoint_id = c.id and m.status = 'pending' and m.next_attempt_at <= now())
          order by c.resume_at limit ${limit} for no key update of c skip locked))
        returning e.id, e.url, ${secretColumns(sql)}, e.failures, e.lease_id`;
    },

    /** Lists the due messages of an endpoint, the oldest first. Empty if the lease is void. */
    async listDue(endpoint: Lease, limit: number): Promise<readonly DueMessage[]> {
      return sql<DueMessage[]>`
        select m.id, m.type, m.data, m.created_at, m.attempts from deliveries m
        where m.endpoint_id = ${endpoint.id} and m.status = 'pending' and m.next_attempt_at <= now()
          and exists (select from webhook_endpoints where ${held(sql, endpoint)})
        order by m.created_at, m.id limit ${limit}`;
    },

    /**
     * Records an attempt. The attempt is the last one if `retrySeconds` is undefined: the message is then delivered or
     * failed. If the lease ended and two processes sent the message, it stays delivered. False if the lease is void.
     */
    async record(
      endpoint: Lease,
      messageId: string,
      attempt: NewAttempt,
      outcome: { readonly isDelivered: boolean; readonly retrySeconds: number | undefined },
    ): Promise<boolean> {
      const { isDelivered, retrySeconds = null } = outcome;
      const status = isDelivered ? 'delivered' : retrySeconds === null ? 'failed' : 'pending';
      const [row] = await sql<{ isHeld: boolean }[]>`
        with changed as (
          update deliveries set status = ${status}, attempts = ${attempt.attempt},
            last_status = ${attempt.responseStatus},
            next_attempt_at = now() + make_interval(secs => ${retrySeconds ?? 0}::int)
          where id = ${messageId} and status = 'pending' returning id
        ), logged as (
          insert into webhook_attempts (message_id, attempt, duration_ms, response_status, error, response)
          select id, ${attempt.attempt}::smallint, ${attempt.durationMs}::int, ${attempt.responseStatus}::smallint,
            ${attempt.error}::text, ${attempt.response}::text from changed)
        select exists (select from webhook_endpoints where ${held(sql, endpoint)}) as is_held`;
      return row?.isHeld === true;
    },

    /** Locks the endpoint until the transaction ends. False if the lease is void. */
    async lock(tx: Queryable, endpoint: Lease): Promise<boolean> {
      const { count } = await tx`select from webhook_endpoints where ${held(tx, endpoint)} for no key update`;
      return count > 0;
    },

    /** Gives up the lease, and stores the failures in a row and the resulting pause. */
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

    /**
     * Fails messages that were not delivered in three days, and skips messages of a locked application, which were
     * never sent. Returns the endpoints of messages that failed, and the number of messages.
     */
    async giveUpOld(
      tx: Queryable,
      limit: number,
    ): Promise<{ readonly failing: readonly string[]; readonly count: number }> {
      const rows = await tx<{ endpointId: string; status: string }[]>`
        update deliveries m
        set status = case when webhook_application_is_active(e.application_id) then 'failed' else 'skipped' end
        from webhook_endpoints e
        where e.id = m.endpoint_id and m.id = any(array(
          select o.id from deliveries o where o.kind = 'webhook' and o.status = 'pending' and o.give_up_at <= now()
          order by o.give_up_at limit ${limit} for update skip locked))
        returning m.endpoint_id, m.status`;
      const failed = rows.filter(({ status }) => status === 'failed');
      return {
        failing: [...new Set(failed.map(({ endpointId }) => endpointId))].toSorted(),
        count: rows.length,
      };
    },

    /**
     * Marks an endpoint after one of its messages was given up: as failing at first, and as disabled once it has been
     * failing for three days, which is a whole round of attempts. Undefined if nothing changed.
     */
    async markFailing(tx: Queryable, id: string): Promise<Troubled | undefined> {
      const [row] = await tx<Troubled[]>`
        update webhook_endpoints set failing_since = coalesce(failing_since, now()),
          status = case status when 'active' then 'failing' else 'disabled' end
        where id = ${id} and removed_at is null
          and (status = 'active' or (status = 'failing' and failing_since <= now() - interval '3 days'))
        returning id, application_id, status`;
      return row;
    },

    /** Disables an endpoint whose receiver asked for it. */
    async disable(tx: Queryable, id: string): Promise<Troubled | undefined> {
      const [row] = await tx<Troubled[]>`
        update webhook_endpoints set status = 'disabled', failing_since = coalesce(failing_since, now())
        where id = ${id} and removed_at is null and status <> 'disabled'
        returning id, application_id, status`;
      return row;
    },

    /** The account to notify: the one that added the endpoint if it is still responsible, else an owner, manager or administrator. */
    async findOwner(tx: Queryable, id: string): Promise<string | undefined> {
      const [row] = await tx<{ ownerId: string | null }[]>`
        select webhook_owner(e) as owner_id from webhook_endpoints e where e.id = ${id}`;
      return row?.ownerId ?? undefined;
    },
  };
}

export type DeliveryRepo = ReturnType<typeof createDeliveryRepo>;
