import { joinApplication } from '#applications/clients/lookups.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { usesToRecord, type Use } from './application-uses.policy.ts';

/** Interval after a recorded use in which further uses with the same scopes are not recorded. */
const repeatSeconds = 3_600;

export async function noteUses(sql: Sql, issued: readonly Use[]): Promise<void> {
  const recent = await sql<Use[]>`
    select u.account_id, u.application_id, u.scopes
    from unnest(${issued.map(({ accountId }) => accountId)}::text[],
      ${issued.map(({ applicationId }) => applicationId)}::text[]) i (account_id, application_id)
    join application_uses u using (account_id, application_id)
    where u.last_used_at > now() - make_interval(secs => ${repeatSeconds}::int)`;
  const uses = usesToRecord(issued, recent);
  if (uses.length > 0) await sql.begin((tx) => record(tx, uses));
}

async function record(tx: Queryable, uses: readonly Use[]): Promise<void> {
  // Skip deleted accounts and applications; the lock makes a concurrent deletion wait.
  const recorded = await tx<{ accountId: string; applicationId: string; isFirst: boolean }[]>`
    insert into application_uses as u (account_id, application_id, scopes)
    select a.id, p.id, string_to_array(i.scope, ' ')
    from unnest(${uses.map(({ accountId }) => accountId)}::text[],
      ${uses.map(({ applicationId }) => applicationId)}::text[],
      ${uses.map(({ scopes }) => scopes.join(' '))}::text[]) i (account_id, application_id, scope)
    join accounts a on a.id = i.account_id ${joinApplication(tx, tx`i.application_id`)}
    order by 1, 2 for key share of a, p
    on conflict (account_id, application_id) do update set last_used_at = now(),
      scopes = array(select distinct unnest(u.scopes || excluded.scopes) order by 1)
    returning u.account_id, u.application_id, u.first_used_at = now() as is_first`;
  const first = recorded.filter(({ isFirst }) => isFirst);
  await publishWebhooks(
    tx,
    ...first.map(({ accountId, applicationId }) => ({
      event: 'application.used' as const,
      accountId,
      applicationId,
    })),
  );
}
