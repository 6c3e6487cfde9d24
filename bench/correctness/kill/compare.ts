import type { Sql } from '@vid/sql/sql';
import type { Acknowledged } from './ledger.ts';

export type Comparison = {
  /** Acknowledged sign-ups whose account (with this id and kind) or session is missing. */
  readonly lost: number;
  /** Sign-ups with more than one account or with duplicate rows. */
  readonly duplicated: number;
  /** Accounts that lack one of the rows in `requiredRows`. */
  readonly incomplete: number;
  /** Accounts whose sign-up was never acknowledged. */
  readonly unacknowledged: number;
  readonly checksumFailures: number;
};

/** Queries for the rows that a sign-up writes in one transaction. */
const requiredRows = {
  password: 'select 1 from password_credentials p where p.account_id = a.id',
  terms: `select 1 from consents c where c.account_id = a.id and c.purpose = 'terms'`,
  privacy: `select 1 from consents c where c.account_id = a.id and c.purpose = 'privacy'`,
  audit: `select 1 from audit_events e where e.account_id = a.id and e.kind = 'account.created'`,
  session: 'select 1 from sessions s where s.account_id = a.id',
  // Only enterprises have a row in `enterprises`.
  enterprise: `select 1 where (a.kind = 'enterprise') = exists (select 1 from enterprises e where e.account_id = a.id)`,
} as const;

/** Compares the ledger with the database. `before` lists the accounts that existed before the writers started. */
export async function compareLedger(
  sql: Sql,
  entries: readonly Acknowledged[],
  before: readonly string[],
): Promise<Comparison> {
  const accounts = await sql<{ id: string; phone: string; kind: string }[]>`
    select id, phone, kind from accounts where not id = any(${[...before]})`;
  const sessions = await sql<{ id: string; accountId: string }[]>`
    select id, account_id as "accountId" from sessions`;
  const byPhone = new Map(accounts.map((account) => [account.phone, account]));
  const holderOf = new Map(sessions.map(({ id, accountId }) => [id, accountId]));
  const acknowledged = new Map<string, Set<string>>();
  for (const { phone, accountId } of entries)
    acknowledged.set(phone, (acknowledged.get(phone) ?? new Set()).add(accountId));
  const isStored = ({ phone, accountId, isEnterprise, sessionId }: Acknowledged): boolean => {
    const account = byPhone.get(phone);
    return (
      account?.id === accountId &&
      account.kind === (isEnterprise ? 'enterprise' : 'personal') &&
      holderOf.get(sessionId) === accountId
    );
  };
  const lost = entries.filter((entry) => !isStored(entry)).length;
  const twoIds = [...acknowledged.values()].filter((ids) => ids.size > 1).length;

  const count = async (query: string): Promise<number> => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from accounts a where not a.id = any(${before}) and (${sql.unsafe(query)})`;
    return row?.count ?? Number.NaN;
  };
  const incomplete = await count(
    Object.values(requiredRows)
      .map((query) => `not exists (${query})`)
      .join(' or '),
  );
  const duplicatedRows = await count(`
    (select count(*) from audit_events e where e.account_id = a.id and e.kind = 'account.created') > 1
    or exists (select 1 from consents c where c.account_id = a.id group by c.purpose having count(*) > 1)
    or (select count(*) from otp_codes c where c.account_id = a.id) > 1`);
  const [checksums] = await sql<{ failures: number }[]>`
    select coalesce(sum(checksum_failures), 0)::int as failures from pg_stat_database`;
  return {
    lost,
    duplicated: twoIds + (accounts.length - byPhone.size) + duplicatedRows,
    incomplete,
    unacknowledged: accounts.filter(({ phone }) => !acknowledged.has(phone)).length,
    checksumFailures: checksums?.failures ?? Number.NaN,
  };
}
