import { webhookEventTypes } from '@vid/contract/webhook-events';
import type { Sql } from '#database/connection.ts';

/**
 * Adds a webhook of the association that receives every event. Returns a function that lists the events
 * recorded about an account.
 */
export async function recordEvents(sql: Sql) {
  await sql`
    insert into webhook_endpoints (id, url, event_types, sealed_secret)
    values ('whk_recorder', 'http://127.0.0.1:1/', ${[...webhookEventTypes]}, '')`;
  return async (accountId: string) => {
    const rows = await sql<{ type: string; data: unknown }[]>`
      select type, data from deliveries
      where endpoint_id = 'whk_recorder' and account_id = ${accountId} order by created_at`;
    return rows.map(({ type, data }) => [type, data] as const);
  };
}

export type EventsOf = Awaited<ReturnType<typeof recordEvents>>;
