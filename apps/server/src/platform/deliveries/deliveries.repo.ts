import type { Queryable, Sql } from '#database/connection.ts';
import type { DeliveriesRow, DeliveryKind } from '#database/tables.ts';
import { newId } from '#lib/ids.ts';
import { publishEvent } from '#platform/events/events.ts';

/** An application that was down for a day needs new tokens anyway. */
const logoutTtlMs = 86_400_000;

/** The kinds that are addressed to a receiver. Endpoints of webhooks have statements of their own. */
export type DirectKind = Exclude<DeliveryKind, 'webhook'>;

export type NewDelivery = Pick<DeliveriesRow, 'id' | 'type'> & {
  readonly kind: DirectKind;
  readonly receiver: string;
  readonly phone?: string;
  readonly sealedContent: Buffer;
  readonly isUrgent: boolean;
  readonly ttlSeconds: number;
};

export type ClaimedDelivery = Pick<
  DeliveriesRow,
  'id' | 'type' | 'receiver' | 'phone' | 'accountId' | 'data' | 'sealedContent' | 'attempts'
>;

type Claim = {
  readonly kind: DirectKind;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** Whether a row is sent again after its process died while sending it. */
  readonly mayRepeat: boolean;
};

/** Statements of the rows that wait to be sent to a receiver. */
export function createDeliveriesRepo(sql: Sql) {
  return {
    async insert(tx: Queryable, row: NewDelivery): Promise<void> {
      await tx`
        insert into deliveries (kind, id, type, receiver, phone, sealed_content, is_urgent, expires_at)
        values (${row.kind}, ${row.id}, ${row.type}, ${row.receiver}, ${row.phone ?? null}, ${row.sealedContent},
          ${row.isUrgent}, now() + make_interval(secs => ${row.ttlSeconds}))`;
    },

    /**
     * Claims rows that are due, urgent ones first and then the oldest. Only the first row of a receiver is claimed, and
     * none while another of its rows is being sent, so many rows for one receiver occupy one place.
     */
    async claim({ kind, limit, leaseSeconds, mayRepeat }: Claim): Promise<readonly ClaimedDelivery[]> {
      return sql<ClaimedDelivery[]>`
        update deliveries set status = 'sending', attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id = any(array(
          select d.id from deliveries d
          where d.kind = ${kind} and d.status in ('pending', 'sending')
            and d.next_attempt_at <= now() and d.expires_at > now()
            and (d.status = 'pending' or (${mayRepeat} and d.status = 'sending' and d.lease_until <= now()))
            and not exists (select from deliveries o
              where o.kind = d.kind and o.receiver = d.receiver and o.id <> d.id
                and o.status in ('pending', 'sending')
                and case o.status when 'sending' then o.lease_until > now()
                  else o.next_attempt_at <= now() and o.expires_at > now()
                    and (not o.is_urgent, o.created_at, o.id) < (not d.is_urgent, d.created_at, d.id) end)
          order by d.is_urgent desc, d.created_at, d.id limit ${limit} for update skip locked))
        returning id, type, receiver, phone, account_id, data, sealed_content, attempts`;
    },

    /** Ends a claim for good, and erases the content of the message. */
    async end(id: string, status: 'sent' | 'failed'): Promise<void> {
      await sql`
        update deliveries set status = ${status}, sealed_content = null, lease_until = null
        where id = ${id} and status = 'sending'`;
    },

    /** Ends a claim; the row is due again after this time. */
    async retry(id: string, waitSeconds: number): Promise<void> {
      await sql`
        update deliveries set status = 'pending', lease_until = null,
          next_attempt_at = now() + make_interval(secs => ${waitSeconds})
        where id = ${id} and status = 'sending'`;
    },

    async delete(id: string): Promise<void> {
      await sql`delete from deliveries where id = ${id}`;
    },

    /** Counts the SMS and mails that wait to be sent, up to `limit`. */
    async countPending(limit: number): Promise<number> {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from deliveries where kind in ('sms', 'mail') and status = 'pending' limit ${limit}) p`;
      return row?.count ?? 0;
    },
  };
}

export type DeliveriesRepo = ReturnType<typeof createDeliveriesRepo>;

/**
 * Queues a logout notice for each client, in the transaction that ends its session, and wakes the senders. Without
 * `sid` the notice is about every session of the account (OpenID Connect Back-Channel Logout 1.0, section 2.4). A
 * client without an address for notices gets none.
 */
export async function queueLogouts(
  tx: Queryable,
  accountId: string,
  clients: readonly { readonly id: string; readonly sid: string | undefined }[],
): Promise<void> {
  if (clients.length === 0) return;
  await tx`
    insert into deliveries ${tx(
      clients.map(({ id, sid }) => ({
        kind: 'logout',
        id: newId('out'),
        type: 'logout',
        receiver: id,
        accountId,
        data: { sid: sid ?? null },
        isUrgent: true,
        expiresAt: new Date(Date.now() + logoutTtlMs),
      })),
    )}`;
  await publishEvent(tx, 'logouts', 'all');
}
