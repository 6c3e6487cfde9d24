import type { Locale } from '@vid/contract/limits';
import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { IncidentsRow } from '#database/tables.ts';
import { noticeHours } from './incidents.policy.ts';

export type IncidentText = Pick<
  IncidentsRow,
  'title' | 'description' | 'dataKinds' | 'severity' | 'measures' | 'discoveredAt'
>;
export type IncidentItem = Pick<
  IncidentsRow,
  'id' | 'title' | 'severity' | 'status' | 'discoveredAt' | 'dueAt' | 'authorityNotifiedAt' | 'closedAt'
>;
export type Notice = Readonly<Record<Locale, string>>;
export type IncidentDetail = IncidentsRow & { readonly noterName: string | null };
/**
 * The incident as the administrator saw it. A write has no effect if the incident has a different revision or is
 * closed.
 */
export type Read = { readonly id: string; readonly revision: number };
const columns = (sql: Queryable): Fragment => sql`
  i.id, i.title, i.severity, i.status, i.discovered_at, i.due_at, i.authority_notified_at, i.closed_at`;

const unchanged = (tx: Queryable, { id, revision }: Read): Fragment => tx`
  id = ${id} and revision = ${revision} and status <> 'closed'`;

const dueAt = (tx: Queryable, discoveredAt: Date): Fragment => tx`
  ${discoveredAt}::timestamptz + make_interval(hours => ${noticeHours})`;

const isIn = (sql: Queryable, state: 'current' | 'closed'): Fragment =>
  state === 'closed' ? sql`i.status = 'closed'` : sql`i.status <> 'closed'`;

export function createIncidentsRepo(sql: Sql) {
  return {
    count: (state: 'current' | 'closed'): Promise<number | null> =>
      countRows(sql, sql`select from incidents i where ${isIn(sql, state)}`),

    async list(state: 'current' | 'closed', page: Page) {
      const isClosed = state === 'closed';
      const time = isClosed ? sql`i.closed_at` : sql`i.due_at`;
      const order = isClosed ? sql`i.closed_at desc, i.id desc` : sql`i.due_at, i.id`;
      return sql<(IncidentItem & { readonly microseconds: number })[]>`
        select ${columns(sql)}, ${microsecondsOf(sql, time)} as microseconds from incidents i
        where ${isIn(sql, state)} and ${isAfter(sql, [{ time }, sql`i.id`], page.after, isClosed ? 'desc' : 'asc')}
        order by ${order} limit ${page.limit}`;
    },

    find: (id: string) =>
      sql<IncidentDetail[]>`
        select ${columns(sql)}, i.description, i.data_kinds, i.measures, i.revision, i.noted_by, i.created_at,
          i.authority_reference, i.notice_requested_at, i.members_notified_at, i.closing_note, ${authorName(sql, sql`a`)} as noter_name
        from incidents i left join accounts a on a.id = i.noted_by where i.id = ${id}`.first(),

    exists: (id: string) => sql`select from incidents where id = ${id}`.hasRows(),

    async insert(
      tx: Queryable,
      row: IncidentText & { readonly id: string; readonly notedBy: string },
    ): Promise<void> {
      await tx`
        insert into incidents (id, title, description, data_kinds, severity, measures, discovered_at, due_at, noted_by)
        values (${row.id}, ${row.title}, ${row.description}, ${row.dataKinds}, ${row.severity}, ${row.measures},
          ${row.discoveredAt}, ${dueAt(tx, row.discoveredAt)}, ${row.notedBy})`;
    },

    /**
     * Changes an incident. Returns its previous discovery time; undefined unless it is open and has the
     * revision that the administrator saw.
     */
    change: (tx: Queryable, read: Read, text: IncidentText) =>
      tx<{ was: Date }[]>`
        with before as (select id, discovered_at from incidents where ${unchanged(tx, read)} for no key update)
        update incidents i set title = ${text.title}, description = ${text.description},
          data_kinds = ${text.dataKinds}, severity = ${text.severity}, measures = ${text.measures},
          discovered_at = ${text.discoveredAt}, due_at = ${dueAt(tx, text.discoveredAt)}, revision = i.revision + 1
        from before where i.id = before.id
        returning before.discovered_at as was`.first(),

    recordNotice: (
      tx: Queryable,
      read: Read,
      notice: { readonly sentAt: Date; readonly reference: string },
    ) =>
      tx`
        update incidents set status = 'notified', authority_notified_at = ${notice.sentAt},
          authority_reference = ${notice.reference}, revision = revision + 1
        where ${unchanged(tx, read)} and authority_notified_at is null`.hasRows(),

    /**
     * Requests a notice to everyone on the list who has not been notified yet. Reads the clock under the
     * row's lock, which additions take too, so that every account on the list has an earlier time. Returns
     * false if the revision has changed, if all were notified, or if a notice is being sent.
     */
    requestNotice: (tx: Queryable, read: Read, notice: Notice, requestedBy: string) =>
      tx`
        with requested as (
          update incidents i set notice_requested_at = clock_timestamp(), members_notified_at = null,
            revision = revision + 1
          where ${unchanged(tx, read)} and (notice_requested_at is null or members_notified_at is not null)
            and exists (select from incident_accounts r
              where r.incident_id = i.id and r.notified_at is null and r.account_id is not null)
          returning i.id)
        insert into incident_notices (incident_id, texts, requested_by)
        select id, ${tx.json(notice)}, ${requestedBy} from requested`.hasRows(),

    /** Closes an incident. Returns false if the revision has changed or members are being notified. */
    close: (tx: Queryable, read: Read, note: string) =>
      tx`
        update incidents set status = 'closed', closed_at = now(), closing_note = ${note}, revision = revision + 1
        where ${unchanged(tx, read)} and (notice_requested_at is null or members_notified_at is not null)`.hasRows(),

    /**
     * Locks an open incident, so that changes to its list wait for each other and for a requested notice.
     * Returns false if the incident is closed or does not exist.
     */
    lockOpen: (tx: Queryable, id: string) =>
      tx`select from incidents where id = ${id} and status <> 'closed' for no key update`.hasRows(),

    /**
     * Increments the revision after a change to the list, so that an administrator who has not seen the
     * change can neither notify the members nor close the incident.
     */
    async countChange(tx: Queryable, id: string): Promise<void> {
      await tx`update incidents set revision = revision + 1 where id = ${id}`;
    },
  };
}
