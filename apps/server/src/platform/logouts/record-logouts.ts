import type { Queryable } from '#database/connection.ts';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';

/**
 * Deletes the `oidc_sessions` rows of the ending sessions, and queues logout notices to their clients that
 * have a back-channel logout URI (OpenID Connect Back-Channel Logout 1.0). Call this function before the
 * sessions are deleted, with their rows locked, so that no application joins a session in between.
 */
export async function recordLogouts(tx: Queryable, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  const entered = await tx<{ accountId: string; id: string; sid: string | null }[]>`
    with ended as (
      delete from oidc_sessions where session_id = any(${[...sessionIds]}::text[])
      returning account_id, authorizations
    )
    select e.account_id, c.id, e.authorizations -> c.id ->> 'sid' as sid
    from ended e join clients c on c.backchannel_logout_uri is not null and e.authorizations ? c.id`;
  for (const [accountId, clients] of Map.groupBy(entered, (row) => row.accountId))
    await queueLogouts(
      tx,
      accountId,
      clients.map(({ id, sid }) => ({ id, sid: sid ?? undefined })),
    );
}
