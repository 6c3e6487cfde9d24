import type { Queryable, Sql } from '#database/connection.ts';
import { isAfter, microsecondsOf, type Page, type SortKey } from '#database/page.ts';
import type { AccountsRow, IncidentAccountHow, IncidentAccountsRow } from '#database/tables.ts';
import { findScanEnd, newestEvents } from '#platform/audit/scan-events.ts';

export type AffectedRow = Pick<
  IncidentAccountsRow,
  'id' | 'accountId' | 'how' | 'addedAt' | 'notifiedAt' | 'notifiedBy'
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

type Addition = {
  readonly incidentId: string;
  readonly how: IncidentAccountHow;
  readonly addedBy: string;
};
/**
 * A part of a search: the account of each match, and the sort key from which the next part continues,
 * undefined in the last part.
 */
type Part = { readonly accountIds: readonly (string | null)[]; readonly end: SortKey | undefined };
/** Lock the incident before calling a method that writes. */
export function createIncidentAccountsRepo(sql: Sql) {
  return {
    async list(incidentId: string, isWaiting: boolean, page: Page): Promise<readonly AffectedRow[]> {
      return sql<AffectedRow[]>`
        select r.id, r.account_id, r.how, r.added_at, r.notified_at, r.notified_by, coalesce(e.name, a.name) as name, a.phone,
          a.email
        from incident_accounts r left join accounts a on a.id = r.account_id
        left join enterprises e on e.account_id = a.id
        where r.incident_id = ${incidentId}
          ${isWaiting ? sql`and r.notified_at is null and r.account_id is not null` : sql``}
          and ${isAfter(sql, [sql`r.id`], page.after)}
        order by r.id limit ${page.limit}`;
    },

    async count(incidentId: string): Promise<Counts> {
      const [row] = await sql<Counts[]>`
        select count(*)::int as total, (count(*) filter (where notified_by in ('mail', 'sms')))::int as told,
          (count(*) filter (where notified_by = 'none'))::int as unreachable,
          (count(*) filter (where notified_at is null and account_id is not null))::int as waiting
        from incident_accounts where incident_id = ${incidentId}`;
      return row ?? { total: 0, told: 0, unreachable: 0, waiting: 0 };
    },

    async listByPhones(tx: Queryable, phones: readonly string[]) {
      return tx<{ id: string; phone: string }[]>`
        select id, phone from accounts where phone = any(${[...phones]}::text[])`;
    },

    /**
     * Returns up to `limit` events that match the criterion, newest first, from one scan of limited length.
     * Call this function in `withOwnPlans`.
     */
    async listEvents(tx: Queryable, { by, value, from, to }: Criterion, page: Page): Promise<Part> {
      const match =
        by === 'sign-in'
          ? { kinds: ['session.started'] }
          : by === 'address'
            ? { address: value }
            : { actorId: value };
      const filters = { ...match, from, to };
      const rows = await tx<{ accountId: string | null; microseconds: number; id: string }[]>`
        select account_id, ${microsecondsOf(tx, tx`at`)} as microseconds, id::text
        from (${newestEvents(tx, filters, page)}) e order by at desc, id desc`;
      const last = rows.length < page.limit ? undefined : rows.at(-1);
      return {
        accountIds: rows.map(({ accountId }) => accountId),
        end: last ? [last.microseconds, last.id] : await findScanEnd(tx, filters, page.after),
      };
    },

    async listUses(tx: Queryable, { value, from, to }: Criterion, { after, limit }: Page): Promise<Part> {
      const rows = await tx<{ accountId: string }[]>`
        select account_id from application_uses
        where application_id = ${value} and first_used_at < ${to} and last_used_at >= ${from}
          and ${isAfter(tx, [tx`account_id`], after)}
        order by account_id limit ${limit}`;
      const accountIds = rows.map(({ accountId }) => accountId);
      const last = accountIds.at(-1);
      return { accountIds, end: rows.length < limit || last === undefined ? undefined : [last] };
    },

    /** Adds accounts, and returns those that were not on the list. Skips accounts that no longer exist. */
    async add(tx: Queryable, addition: Addition, accountIds: readonly string[]): Promise<readonly string[]> {
      // Lock the accounts, so that none is deleted before the commit, in id order to prevent deadlocks.
      const locked = await tx<{ id: string }[]>`
        select id from accounts where id = any(${[...accountIds]}::text[]) order by id for key share`;
      const ids = locked.map(({ id }) => id);
      // Use clock_timestamp() under the incident's lock, so that an account added after the request of a notice
      // has a later time.
      const added = await tx<{ accountId: string }[]>`
        insert into incident_accounts (incident_id, account_id, how, added_by, added_at)
        select ${addition.incidentId}, id, ${addition.how}, ${addition.addedBy}, clock_timestamp()
        from unnest(${ids}::text[]) id
        on conflict (incident_id, account_id) do nothing
        returning account_id`;
      return added.map(({ accountId }) => accountId);
    },

    async remove(
      tx: Queryable,
      incidentId: string,
      accountIds: readonly string[],
    ): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        delete from incident_accounts
        where incident_id = ${incidentId} and account_id = any(${[...accountIds]}::text[]) and notified_at is null
        returning account_id`;
      return rows.map(({ accountId }) => accountId);
    },
  };
}
