import type { TestServer } from '../server.ts';

/**
 * Returns the audit events about an account whose kind matches a regular expression, oldest first, as kind, actor and
 * details. The actor is `owner` if the account itself caused the event, otherwise an id, or null without an actor.
 */
export async function auditTrail(
  { deps }: Pick<TestServer, 'deps'>,
  accountId: string,
  kinds = '',
): Promise<readonly (readonly [kind: string, actor: string | null, details: Record<string, unknown>])[]> {
  const rows = await deps.sql<{ kind: string; actorId: string | null; details: Record<string, unknown> }[]>`
    select kind, actor_id, details from audit_events where account_id = ${accountId} and kind ~ ${kinds} order by id`;
  return rows.map(({ kind, actorId, details }) => [kind, actorId === accountId ? 'owner' : actorId, details]);
}
