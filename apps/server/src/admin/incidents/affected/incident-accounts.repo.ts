import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';
import type { AccountsRow, IncidentAccountHow, IncidentAccountsRow } from '#database/tables.ts';
import { kindsOf, newestOfKinds } from '#platform/audit/newest-events.ts';

export type AffectedRow = Pick<
  IncidentAccountsRow,
  'id' | 'accountId' | 'how' | 'addedAt' | 'toldAt' | 'toldBy'
> & {
  readonly name: string | null;
  readonly phone: AccountsRow['phone'];
  readonly email: AccountsRow['email'];
};

export type Counts = {
  readonly total: number;
  readonly told: number;
  readonly unreachable: number;
  readonly waiting: number;
};

export type Criterion = {
  readonly by: Exclude<IncidentAccountHow, 'phone'>;
  /** A network address, or the id of an account or application. Unused for `sign-in`. */
  readonly value: string;
  readonly from: Date;
  readonly to: Date;
};

type Addition = { readonly incidentId: string; readonly addedBy: string };
/** The result of one part of a search. `last` is the sort key of its last row, if it has a row. */
type Part = { readonly added: number; readonly seen: number; readonly last: SortKey | null };
type Page = { readonly after: SortKey | undefined; readonly limit: number };

/** Inserts the accounts of the CTE `found (id)` that are not on the list. Reads the clock under the incident's lock. */
const insertFound = (
  tx: Queryable,
  how: IncidentAccountHow,
  { incidentId, addedBy }: Addition,
): Fragment => tx`
  insert into incident_accounts (incident_id, account_id, how, added_by, added_at)
  select ${incidentId}::text, id, ${how}::text, ${addedBy}::text, clock_timestamp() from found
  on conflict (incident_id, account_id) do nothing
  returning account_id`;

/** Events that match a criterion, newest first. */
function eventsOf(tx: Queryable, { by, value, from, to }: Criterion, { after, limit }: Page): Fragment {
  const range = tx`at >= ${from} and at < ${to} and ${isAfter(tx, [{ time: tx`at` }, tx`id`], after, 'desc')}`;
  if (by === 'sign-in') return newestOfKinds(tx, tx`select 'session.started'`, range, limit);
  const filter = by === 'address' ? tx`address = ${value}` : tx`actor_id = ${value}`;
  const isOther = by === 'address' ? tx`true` : tx`account_id <> ${value}`;
  return newestOfKinds(tx, kindsOf(tx, filter), tx`${filter} and ${isOther} and ${range}`, limit);
}

/** Accounts whose use of an application overlaps the time range, sorted by their ids. */
const usesOf = (tx: Queryable, { value, from, to }: Criterion, { after, limit }: Page): Fragment => tx`
  select account_id from application_uses
  where application_id = ${value} and first_used_at < ${to} and last_used_at >= ${from}
    and ${isAfter(tx, [tx`account_id`], after)}
  order by account_id limit ${limit}`;

/** Queries of the accounts that incidents affect. Callers hold the lock of the incident for every change. */
export function createIncidentAccountsRepo(sql: Sql) {
  return {
    /** Lists the accounts in the order in which they were added. */
    async list(incidentId: string, isWaiting: boolean, page: Page): Promise<readonly AffectedRow[]> {
      return sql<AffectedRow[]>`
        select r.id, r.account_id, r.how, r.added_at, r.told_at, r.told_by, coalesce(e.name, a.name) as name, a.phone,
          a.email
        from incident_accounts r left join accounts a on a.id = r.account_id
        left join enterprises e on e.account_id = a.id
        where r.incident_id = ${incidentId}
          ${isWaiting ? sql`and r.told_at is null and r.account_id is not null` : sql``}
          and ${isAfter(sql, [sql`r.id`], page.after)}
        order by r.id limit ${page.limit}`;
    },

    async count(incidentId: string): Promise<Counts> {
      const [row] = await sql<Counts[]>`
        select count(*)::int as total, (count(*) filter (where told_by in ('mail', 'sms')))::int as told,
          (count(*) filter (where told_by = 'none'))::int as unreachable,
          (count(*) filter (where told_at is null and account_id is not null))::int as waiting
        from incident_accounts where incident_id = ${incidentId}`;
      return row ?? { total: 0, told: 0, unreachable: 0, waiting: 0 };
    },

    /** Adds the accounts of phones in E.164, locked ones too. Returns a row for each account. */
    async addPhones(tx: Queryable, addition: Addition, phones: readonly string[]) {
      return tx<{ phone: string; isNew: boolean }[]>`
        with account as (
          select id, phone from accounts where phone = any(${[...phones]}::text[]) order by id for key share),
        found as (select id from account),
        added as (${insertFound(tx, 'phone', addition)})
        select phone, id in (select account_id from added) as is_new from account`;
    },

    /**
     * Adds the accounts of the next `limit` matching rows. Leaves out accounts that are being erased at that moment.
     */
    async addFound(tx: Queryable, addition: Addition, criterion: Criterion, page: Page): Promise<Part> {
      const isByUse = criterion.by === 'application';
      const rows = isByUse ? usesOf(tx, criterion, page) : eventsOf(tx, criterion, page);
      const last = isByUse
        ? tx`select jsonb_build_array(max(account_id)) from part`
        : tx`select jsonb_build_array(${microsecondsOf(tx, tx`at`)}, id::text) from part order by at, id limit 1`;
      const [part] = await tx<Part[]>`
        with part as (${rows}),
        found as (
          select id from accounts where id in (select account_id from part) order by id for key share),
        added as (${insertFound(tx, criterion.by, addition)})
        select (select count(*)::int from added) as added, (select count(*)::int from part) as seen, (${last}) as last`;
      return part ?? { added: 0, seen: 0, last: null };
    },

    /** Removes accounts that were not notified, and returns them. */
    async remove(
      tx: Queryable,
      incidentId: string,
      accountIds: readonly string[],
    ): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        delete from incident_accounts
        where incident_id = ${incidentId} and account_id = any(${[...accountIds]}::text[]) and told_at is null
        returning account_id`;
      return rows.map(({ accountId }) => accountId);
    },
  };
}

export type IncidentAccountsRepo = ReturnType<typeof createIncidentAccountsRepo>;
