import type { Queryable } from '#database/connection.ts';
import type { Acquaintance, WebhookEndpoint, WebhookMessage } from './webhook-event.policy.ts';

export const publishRepo = {
  /**
   * Lists the endpoints that are not removed, including disabled endpoints, but not those of disabled
   * applications.
   */
  async listEndpoints(tx: Queryable): Promise<readonly WebhookEndpoint[]> {
    return tx<WebhookEndpoint[]>`
      select e.id, e.application_id, coalesce(a.is_first_party, false) as is_first_party, e.event_types, e.status
      from webhook_endpoints e left join applications a on a.id = e.application_id
      where e.removed_at is null and (a.id is null or a.status = 'active')`;
  },

  async listAcquaintances(
    tx: Queryable,
    accountIds: readonly string[],
    applicationIds: readonly string[],
  ): Promise<readonly Acquaintance[]> {
    return tx<Acquaintance[]>`
      select account_id, application_id, count(*)::int as rows
      from (
        select account_id, application_id from application_uses union all
        select account_id, application_id from permissions
      ) known
      where account_id = any(${[...accountIds]}::text[]) and application_id = any(${[...applicationIds]}::text[])
      group by account_id, application_id`;
  },

  async insert(tx: Queryable, messages: readonly WebhookMessage[]): Promise<void> {
    const rows = messages.map(({ endpointId, type, accountId, data, status }) => ({
      endpoint_id: endpointId,
      type,
      account_id: accountId,
      data,
      status,
    }));
    await tx`
      insert into deliveries (kind, id, endpoint_id, type, account_id, data, status)
      select 'webhook', 'msg_' || replace(gen_random_uuid()::text, '-', ''), m.*
      from jsonb_to_recordset(${tx.json(rows)}::jsonb) as m (
        endpoint_id text, type text, account_id text, data jsonb, status text)`;
  },
};
