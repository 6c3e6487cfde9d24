import { webhookEventTypes } from '@vid/contract/webhook-events';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { WebhookAttemptsRow, DeliveriesRow } from '#database/tables.ts';
import { keptMessages } from './webhook.policy.ts';

export type MessageRow = Pick<
  DeliveriesRow,
  'id' | 'type' | 'data' | 'attempts' | 'lastStatus' | 'createdAt' | 'nextAttemptAt'
> & { readonly status: (typeof messageStatuses)[number] };
type ListedRow = MessageRow & { readonly sortKey: number };
export type AttemptRow = Omit<WebhookAttemptsRow, 'id' | 'messageId'>;
export type NewAttempt = Pick<AttemptRow, 'attempt' | 'durationMs' | 'responseStatus' | 'error' | 'response'>;

/**
 * Attempts kept per message: two rounds. A script can replay messages endlessly, and the purge deletes a
 * message with its attempts in one statement, which has a time limit.
 */
const maxAttempts = 20;

export async function insertAttempt(tx: Queryable, messageId: string, attempt: NewAttempt): Promise<void> {
  await tx`insert into webhook_attempts ${tx({ messageId, ...attempt })}`;
  await tx`
    delete from webhook_attempts where message_id = ${messageId} and id <= (
      select id from webhook_attempts where message_id = ${messageId} order by id desc offset ${maxAttempts} limit 1)`;
}

type Filter = {
  readonly endpointId: string;
  readonly status: string | undefined;
  readonly type: string | undefined;
  readonly after: SortKey | undefined;
  readonly limit: number;
};

const messageTypes = [...webhookEventTypes, 'webhook.test'] as const;
const endedStatuses = ['delivered', 'failed', 'skipped'] as const;
const messageStatuses = ['pending', ...endedStatuses] as const;

export function createMessagesRepo(sql: Sql) {
  const columns = sql`
    m.id, m.type, m.data, m.status, m.attempts, m.last_status, m.created_at, m.next_attempt_at`;
  const deleteSurplusOf = async (endpointId: string, limit: number, kept: number): Promise<number> => {
    const { count } = await sql`
      delete from deliveries where id = any(array(
        select m.id from (
          select created_at, id from deliveries where endpoint_id = ${endpointId}
          order by created_at desc, id desc offset ${kept} limit 1) newest
        cross join unnest(${[...messageTypes]}::text[]) t (type)
        cross join unnest(${[...endedStatuses]}::text[]) s (status)
        cross join lateral (
          select id from deliveries m
          where m.endpoint_id = ${endpointId} and m.type = t.type and m.status = s.status
            and (m.created_at, m.id) <= (newest.created_at, newest.id)
          order by m.created_at desc, m.id desc limit ${limit}) m
        limit ${limit}))`;
    return count;
  };
  return {
    /**
     * Returns up to `limit + 1` messages, newest first. With a filter, reads one page from the index for each
     * matching type and status and returns the newest of these rows, because scanning all messages could take
     * a long time if few match.
     */
    async list({ endpointId, status, type, after, limit }: Filter): Promise<readonly ListedRow[]> {
      const isFiltered = status !== undefined || type !== undefined;
      const types = type === undefined ? messageTypes : [type];
      const statuses = status === undefined ? messageStatuses : [status];
      const page = (rest: Fragment): Fragment => sql`
        select * from deliveries m
        where m.endpoint_id = ${endpointId} and ${rest}
          and ${isAfter(sql, [{ time: sql`m.created_at` }, sql`m.id`], after, 'desc')}
        order by m.created_at desc, m.id desc limit ${limit + 1}`;
      const found = isFiltered
        ? sql`
          select m.* from unnest(${[...types]}::text[]) t (type), unnest(${[...statuses]}::text[]) s (status)
          cross join lateral (${page(sql`m.type = t.type and m.status = s.status`)}) m`
        : page(sql`true`);
      return sql<ListedRow[]>`
        select ${columns}, ${microsecondsOf(sql, sql`m.created_at`)} as sort_key from (${found}) m
        order by m.created_at desc, m.id desc limit ${limit + 1}`;
    },

    find: (endpointId: string, id: string) =>
      sql<MessageRow[]>`
        select ${columns} from deliveries m where m.id = ${id} and m.endpoint_id = ${endpointId}`.first(),

    /**
     * Deletes the oldest ended messages of each endpoint beyond `keptMessages`, because a script that changes
     * permissions can create millions of messages in a month. Returns the number of deleted messages.
     */
    async deleteSurplus(limit: number, kept = keptMessages): Promise<number> {
      const endpoints = await sql<{ id: string }[]>`select id from webhook_endpoints`;
      let deleted = 0;
      for (const { id } of endpoints) {
        let count: number;
        do {
          count = await deleteSurplusOf(id, limit, kept);
          deleted += count;
        } while (count === limit);
      }
      return deleted;
    },

    async listAttempts(messageId: string): Promise<readonly AttemptRow[]> {
      return sql<AttemptRow[]>`
        select at, attempt, duration_ms, response_status, error, response from webhook_attempts
        where message_id = ${messageId} order by id`;
    },

    replay: (tx: Queryable, endpointId: string, id: string) =>
      tx`
        update deliveries set status = 'pending', attempts = 0, next_attempt_at = now(),
          give_up_at = now() + interval '3 days', expires_at = greatest(expires_at, now() + interval '4 days')
        where id = ${id} and endpoint_id = ${endpointId}`.hasRows(),

    /**
     * Replays up to `limit` ended messages, with `onlyUndelivered` only undelivered ones, that were created
     * since a time and come after a key, oldest first. Omits test events. Returns their number and the key of
     * the last (undefined if there are none).
     */
    async replaySince(
      tx: Queryable,
      endpointId: string,
      input: { since: Date; onlyUndelivered: boolean; after: SortKey | undefined; limit: number },
    ): Promise<{ count: number; last: SortKey | undefined }> {
      const { since, onlyUndelivered, after, limit } = input;
      const rows = await tx<{ key: number; id: string }[]>`
        with chosen as materialized (
          select id, created_at from deliveries
          where endpoint_id = ${endpointId} and created_at >= ${since} and type <> 'webhook.test'
            and status = any(${onlyUndelivered ? ['failed', 'skipped'] : ['failed', 'skipped', 'delivered']})
            and ${isAfter(tx, [{ time: tx`created_at` }, tx`id`], after, 'asc')}
          order by created_at, id limit ${limit}
        ), replayed as (
          update deliveries m set status = 'pending', attempts = 0, next_attempt_at = now(),
            give_up_at = now() + interval '3 days', expires_at = greatest(m.expires_at, now() + interval '4 days')
          from chosen where m.id = chosen.id)
        select ${microsecondsOf(tx, tx`created_at`)} as key, id from chosen order by created_at, id`;
      const last = rows.at(-1);
      return { count: rows.length, last: last && [last.key, last.id] };
    },

    /** Stores a test event, which has exactly one attempt. */
    async insertTest(
      message: Pick<DeliveriesRow, 'id' | 'endpointId' | 'createdAt'> & {
        readonly data: { webhookId: string };
      },
      attempt: NewAttempt,
      isDelivered: boolean,
    ): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`
          insert into deliveries (kind, id, endpoint_id, type, data, status, attempts, last_status, created_at)
          values ('webhook', ${message.id}, ${message.endpointId}, 'webhook.test', ${tx.json(message.data)},
            ${isDelivered ? 'delivered' : 'failed'}, 1, ${attempt.responseStatus}, ${message.createdAt})`;
        await insertAttempt(tx, message.id, attempt);
      });
    },
  };
}

export type MessagesRepo = ReturnType<typeof createMessagesRepo>;
