import type { AccountRepo } from '#account/account.repo.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { byOperator, insertAuditAbout, type Audit } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { sampleCampaign, sampleMembers } from './sample-members.ts';

const phones = sampleMembers.map(({ phone }) => phone);

const erased = { ...byOperator, kind: 'account.erased', details: {} } as const;

/**
 * SQL condition: the seeds created the account. The audit row of the creation decides, because a member may
 * sign up with the samples' campaign. Once that row has left the log, the phone must be a sample's.
 */
const isSample = (sql: Queryable): Fragment => sql`
  campaign = ${sampleCampaign} and coalesce(
    (select bool_or(details ->> 'by' is not distinct from 'seeds') from audit_events
      where account_id = accounts.id and kind = 'account.created'),
    phone = any(${phones}::text[]))`;

export async function countSamples(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int from accounts where ${isSample(sql)}`;
  return row?.count ?? 0;
}

export function removeSamples({
  sql,
  accounts,
  audit,
}: {
  readonly sql: Sql;
  readonly accounts: Pick<AccountRepo, 'erase'>;
  readonly audit: Pick<Audit, 'keepStubs'>;
}): Promise<number> {
  return sql.begin(async (tx) => {
    const samples = await tx<
      { id: string }[]
    >`select id from accounts where ${isSample(tx)} order by id for update`;
    const ids = samples.map(({ id }) => id);
    await audit.keepStubs(tx, ids);
    await publishWebhooks(tx, ...ids.map((accountId) => ({ event: 'account.deleted' as const, accountId })));
    for (const id of ids) await accounts.erase(tx, id);
    await tx`${insertAuditAbout(tx, erased, tx`unnest(${ids}::text[]) as removed (id)`)}`;
    return ids.length;
  });
}
