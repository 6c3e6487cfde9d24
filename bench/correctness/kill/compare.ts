import type { Sql } from '@vid/server/database/connection';
import type { Acknowledged } from './ledger.ts';

export type Comparison = {
  /** Acknowledged, and not there as it was acknowledged: the account with its id and kind, the session. */
  readonly lost: number;
  /** One sign-up that left two of anything. */
  readonly doubled: number;
  /** Accounts that lack what the same transaction writes. */
  readonly half: number;
  /** There without an acknowledgement: the answer was lost and nobody asked again. */
  readonly unacknowledged: number;
  readonly checksumFailures: number;
};

/** What sign-up writes in one transaction; an account without one of these is half an account. */
const parts = {
  password: 'select 1 from password_credentials p where p.account_id = a.id',
  terms: `select 1 from consents c where c.account_id = a.id and c.purpose = 'terms'`,
  privacy: `select 1 from consents c where c.account_id = a.id and c.purpose = 'privacy'`,
  audit: `select 1 from audit_events e where e.account_id = a.id and e.kind = 'account.created'`,
  session: 'select 1 from sessions s where s.account_id = a.id',
  // An enterprise has its row, and nobody else has one.
  enterprise: `select 1 where (a.kind = 'enterprise') = exists (select 1 from enterprises e where e.account_id = a.id)`,
} as const;

/** Ledger against database. `before` are the accounts that were there when the writers began. */
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
  const isThere = ({ phone, accountId, isEnterprise, sessionId }: Acknowledged): boolean => {
    const account = byPhone.get(phone);
    return (
      account?.id === accountId &&
      account.kind === (isEnterprise ? 'enterprise' : 'personal') &&
      holderOf.get(sessionId) === accountId
    );
  };
  const lost = entries.filter((entry) => !isThere(entry)).length;
  const twoIds = [...acknowledged.values()].filter((ids) => ids.size > 1).length;

  const count = async (query: string): Promise<number> => {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from accounts a where not a.id = any($1) and (${query})`,
      [[...before]],
    );
    return row?.count ?? Number.NaN;
  };
  const half = await count(
    Object.values(parts)
      .map((part) => `not exists (${part})`)
      .join(' or '),
  );
  const doubledRows = await count(`
    (select count(*) from audit_events e where e.account_id = a.id and e.kind = 'account.created') > 1
    or exists (select 1 from consents c where c.account_id = a.id group by c.purpose having count(*) > 1)
    or (select count(*) from otp_tokens t where t.account_id = a.id) > 1`);
  const [checksums] = await sql<{ failures: number }[]>`
    select coalesce(sum(checksum_failures), 0)::int as failures from pg_stat_database`;
  return {
    lost,
    doubled: twoIds + (accounts.length - byPhone.size) + doubledRows,
    half,
    unacknowledged: accounts.filter(({ phone }) => !acknowledged.has(phone)).length,
    checksumFailures: checksums?.failures ?? Number.NaN,
  };
}
