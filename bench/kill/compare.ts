import type { Sql } from '@vid/server/database/connection';
import type { Acknowledged } from './ledger.ts';

export type Comparison = {
  /** Acknowledged, and not there or there with another id. */
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
  consent: 'select 1 from consents c where c.account_id = a.id',
  audit: `select 1 from audit_events e where e.account_id = a.id and e.kind = 'account.created'`,
  session: 'select 1 from sessions s where s.account_id = a.id',
  enterprise: `select 1 where a.kind = 'personal' or exists (select 1 from enterprises e where e.account_id = a.id)`,
} as const;

/** Ledger against database. `before` are the accounts that were there when the writers began. */
export async function compareLedger(
  sql: Sql,
  entries: readonly Acknowledged[],
  before: readonly string[],
): Promise<Comparison> {
  const accounts = await sql<{ id: string; phone: string }[]>`
    select id, phone from accounts where not id = any(${[...before]})`;
  const idByPhone = new Map(accounts.map(({ id, phone }) => [phone, id]));
  const acknowledged = new Map<string, Set<string>>();
  for (const { phone, accountId } of entries)
    acknowledged.set(phone, (acknowledged.get(phone) ?? new Set()).add(accountId));
  const lost = entries.filter(({ phone, accountId }) => idByPhone.get(phone) !== accountId).length;
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
    doubled: twoIds + (accounts.length - idByPhone.size) + doubledRows,
    half,
    unacknowledged: accounts.filter(({ phone }) => !acknowledged.has(phone)).length,
    checksumFailures: checksums?.failures ?? Number.NaN,
  };
}
