import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { DeliveriesRow, DeliveryKind } from '#database/tables.ts';
import { newId } from '#lib/ids.ts';
import { publishEvent } from '#platform/events/events.ts';

/**
 * A message still in `sending` this long after the end of its lease is treated as that of a process that
 * died.
 */
const abandonedAfterSeconds = 60;

const claimWindow = 200;

/**
 * Distance in `turn_at` between the waiting rows of one receiver, longer than a gateway usually needs for a
 * message.
 */
const turnSeconds = 10;

/**
 * Selects the `turn_at` of a new row, which is later than that of the receiver's waiting rows of the same
 * urgency.
 */
const nextTurn = (tx: Queryable, kind: Fragment, receiver: Fragment, isUrgent: Fragment): Fragment => tx`
  greatest(now(), (
    select turn_at + make_interval(secs => ${turnSeconds}) from deliveries last
    where last.kind = ${kind} and last.kind <> 'webhook' and last.receiver = ${receiver}
      and last.is_urgent = ${isUrgent} and last.status in ('pending', 'sending')
    order by last.turn_at desc, last.id desc limit 1))`;

/** Kinds with a receiver. Webhook messages have an endpoint instead, and use separate statements. */
export type DirectKind = Exclude<DeliveryKind, 'webhook'>;

export type NewDelivery = Pick<DeliveriesRow, 'id' | 'type'> & {
  readonly kind: DirectKind;
  readonly receiver: string;
  readonly phone?: string | undefined;
  readonly sealedContent: Buffer;
  readonly isUrgent: boolean;
  readonly delaySeconds: number;
  readonly ttlSeconds: number;
};

export type ClaimedDelivery = Pick<DeliveriesRow, 'id' | 'type' | 'phone' | 'sealedContent' | 'attempts'>;

/** `attempts` distinguishes a claim from a later claim of the same row. */
type Claim = Pick<ClaimedDelivery, 'id' | 'attempts'>;

type Demand = {
  readonly kind: DirectKind;
  readonly limit: number;
  readonly leaseSeconds: number;
  /** True if a row is sent again after the process that was sending it died. */
  readonly mayRepeat: boolean;
  /** Types that are held back, so that they are not claimed. */
  readonly withoutTypes?: readonly string[];
};

/**
 * Creates the statements of the delivery queue. A statement with a claim that has ended or was replaced changes
 * nothing, because another process may be sending the row.
 */
export function createDeliveriesRepo(sql: Sql) {
  return {
    async insert(tx: Queryable, row: NewDelivery): Promise<void> {
      await tx`
        insert into deliveries (kind, id, type, receiver, phone, sealed_content, is_urgent, turn_at, next_attempt_at,
          expires_at)
        values (${row.kind}, ${row.id}, ${row.type}, ${row.receiver}, ${row.phone ?? null}, ${row.sealedContent},
          ${row.isUrgent}, ${nextTurn(tx, tx`${row.kind}`, tx`${row.receiver}`, tx`${row.isUrgent}`)},
          now() + make_interval(secs => ${row.delaySeconds}),
          now() + make_interval(secs => ${row.ttlSeconds}))`;
    },

    /**
     * Claims due rows, urgent rows first and then in turn across receivers. Claims only the first row of a
     * receiver, and none while another row of that receiver is leased, so a receiver with many rows occupies
     * one slot. The statement chooses the first row of each receiver before it locks any row, so a row that
     * another process is claiming does not hide other receivers. Call this function until it returns no row:
     * if one receiver owns all rows of the window, the result is only its first row.
     */
    async claim({
      kind,
      limit,
      leaseSeconds,
      mayRepeat,
      withoutTypes = [],
    }: Demand): Promise<readonly ClaimedDelivery[]> {
      const isDue = sql`
        kind = ${kind} and kind <> 'webhook' and status in ('pending', 'sending')
        and (status = 'pending' or ${mayRepeat}) and next_attempt_at <= now() and expires_at > now()
        and (lease_until is null or lease_until <= now()) and type <> all(${[...withoutTypes]}::text[])`;
      const inOrder = sql`order by is_urgent desc, turn_at, id`;
      return sql<ClaimedDelivery[]>`
        update deliveries set status = 'sending', attempts = attempts + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id = any(array(
          select id from deliveries
          where ${isDue} and id = any(array(
            select distinct on (receiver) id from (
              select id, receiver, is_urgent, turn_at from deliveries
              where ${isDue} and receiver <> all(array(
                select receiver from deliveries where kind = ${kind} and kind <> 'webhook' and lease_until > now()))
              ${inOrder} limit ${claimWindow}) due
            order by receiver, is_urgent desc, turn_at, id))
          ${inOrder} limit ${limit} for update skip locked))
        returning id, type, phone, sealed_content, attempts`;
    },

    async keepWaiting(kind: DirectKind, types: readonly string[], ttlSeconds: number): Promise<void> {
      await sql`
        update deliveries set expires_at = now() + make_interval(secs => ${ttlSeconds})
        where kind = ${kind} and kind <> 'webhook' and status = 'pending' and type = any(${[...types]}::text[])
          and expires_at < now() + make_interval(secs => ${ttlSeconds} / 2)`;
    },

    async end({ id, attempts }: Claim, status: 'sent' | 'failed'): Promise<void> {
      await sql`
        update deliveries set status = ${status}, sealed_content = null, lease_until = null
        where id = ${id} and status = 'sending' and attempts = ${attempts}`;
    },

    /** Schedules the row again in `waitSeconds`, and blocks the receiver's other rows for `restSeconds`. */
    async retry({ id, attempts }: Claim, waitSeconds: number, restSeconds = 0): Promise<void> {
      await sql`
        update deliveries set status = 'pending', lease_until = now() + make_interval(secs => ${restSeconds}),
          next_attempt_at = now() + make_interval(secs => ${waitSeconds})
        where id = ${id} and status = 'sending' and attempts = ${attempts}`;
    },

    async delete({ id, attempts }: Claim): Promise<void> {
      await sql`delete from deliveries where id = ${id} and status = 'sending' and attempts = ${attempts}`;
    },

    /**
     * Fails messages whose process died while sending them, erases their content and returns their ids. They
     * may have been sent, so they are not sent again.
     */
    async failAbandoned(kind: DirectKind): Promise<readonly string[]> {
      const rows = await sql<{ id: string }[]>`
        update deliveries set status = 'failed', sealed_content = null, lease_until = null
        where kind = ${kind} and kind <> 'webhook' and status = 'sending'
          and lease_until <= now() - make_interval(secs => ${abandonedAfterSeconds})
        returning id`;
      return rows.map(({ id }) => id);
    },

    /**
     * Counts the SMS and e-mails to a receiver by type within the last hour and the last day. Messages of the
     * same transaction and type count once.
     */
    async countOfDay(tx: Queryable, receiver: string, types: readonly string[]) {
      return tx<{ kind: string; ofHour: number; ofDay: number }[]>`
        select type as kind, count(distinct created_at)::int as of_day,
          count(distinct created_at) filter (where created_at > now() - interval '1 hour')::int as of_hour
        from deliveries
        where receiver = ${receiver} and kind in ('sms', 'mail') and type = any(${[...types]}::text[])
          and created_at > now() - interval '1 day'
        group by type`;
    },

    async countPending(limit: number, withoutTypes: readonly string[]): Promise<number> {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from deliveries where kind in ('sms', 'mail') and status = 'pending'
            and type <> all(${[...withoutTypes]}::text[]) limit ${limit}) p`;
      return row?.count ?? 0;
    },
  };
}

export type DeliveriesRepo = ReturnType<typeof createDeliveriesRepo>;

/**
 * Queues a logout notice for each client, in the transaction that ends its session, and wakes the senders.
 * Without `sid`, a notice covers every session of the account (OpenID Connect Back-Channel Logout 1.0, section
 * 2.4). A notice expires after a day: an application that was down for that long needs new tokens anyway.
 */
export async function queueLogouts(
  tx: Queryable,
  accountId: string,
  clients: readonly { readonly id: string; readonly sid: string | undefined }[],
): Promise<void> {
  if (clients.length === 0) return;
  const rows = clients.map(({ id, sid = null }) => ({ id: newId('out'), receiver: id, data: { sid } }));
  await tx`
    insert into deliveries (kind, id, type, receiver, account_id, data, is_urgent, turn_at, expires_at)
    select 'logout', r.id, 'logout', r.receiver, ${accountId}, r.data, true,
      ${nextTurn(tx, tx`'logout'`, tx`r.receiver`, tx`true`)}, now() + interval '1 day'
    from jsonb_to_recordset(${tx.json(rows)}::jsonb) as r (id text, receiver text, data jsonb)`;
  await publishEvent(tx, 'logouts', 'all');
}
