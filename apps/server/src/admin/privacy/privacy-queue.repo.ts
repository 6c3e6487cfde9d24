import { authorName } from '#database/account-names.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { countRows } from '#database/filtered-rows.ts';
import { isAfter, microsecondsOf, type Page } from '#database/page.ts';
import type { AccountsRow, PrivacyRequestKind, PrivacyRequestsRow } from '#database/tables.ts';

export type QueuedRequest = PrivacyRequestsRow &
  Pick<AccountsRow, 'phone' | 'name'> & { readonly handlerName: string | null };

export type QueueFilters = {
  readonly state: 'waiting' | 'overdue' | 'closed';
  readonly kind?: PrivacyRequestKind | undefined;
};
const nextDue = (sql: Queryable): Fragment => sql`
  (case when r.status = 'open' then r.reply_due_at else r.due_at end)`;

const select = (sql: Queryable): Fragment => sql`
  r.id, r.account_id, r.kind, r.details, r.status, r.answer, r.outcome, r.resolution, r.extended_at,
  r.extension_reason, r.created_at, r.reply_due_at, r.due_at, r.answered_at, r.closed_at, r.handled_by,
  a.phone, coalesce(e.name, a.name) as name, ${authorName(sql, sql`h`)} as handler_name`;

const from = (sql: Queryable): Fragment => sql`
  privacy_requests r join accounts a on a.id = r.account_id left join enterprises e on e.account_id = a.id
  left join accounts h on h.id = r.handled_by`;

const matches = (sql: Queryable, { state, kind }: QueueFilters): Fragment => sql`
  ${state === 'closed' ? sql`r.status = 'closed'` : sql`r.status <> 'closed'`}
  ${state === 'overdue' ? sql`and ${nextDue(sql)} < now()` : sql``}
  ${kind === undefined ? sql`` : sql`and r.kind = ${kind}`}`;

export function createPrivacyQueueRepo(sql: Sql) {
  return {
    count: (filters: QueueFilters): Promise<number | null> =>
      countRows(sql, sql`select from privacy_requests r where ${matches(sql, filters)}`),

    async list(filters: QueueFilters, page: Page) {
      const isClosed = filters.state === 'closed';
      const time = isClosed ? sql`r.closed_at` : nextDue(sql);
      const direction = isClosed ? 'desc' : 'asc';
      const order = isClosed ? sql`r.closed_at desc, r.id desc` : sql`${time}, r.id`;
      return sql<(QueuedRequest & { readonly microseconds: number })[]>`
        select ${select(sql)}, ${microsecondsOf(sql, time)} as microseconds from ${from(sql)}
        where ${matches(sql, filters)} and ${isAfter(sql, [{ time }, sql`r.id`], page.after, direction)}
        order by ${order} limit ${page.limit}`;
    },

    find: (id: string) =>
      sql<QueuedRequest[]>`select ${select(sql)} from ${from(sql)} where r.id = ${id}`.first(),

    /** Stores a reply. Returns false unless the request waits for a first reply. */
    answer: (tx: Queryable, input: { id: string; text: string; handledBy: string }) =>
      tx`
        update privacy_requests set status = 'answered', answer = ${input.text}, answered_at = now(),
          handled_by = ${input.handledBy}
        where id = ${input.id} and status = 'open'`.hasRows(),

    /**
     * Extends the time to carry out a request. Returns false if the request was already extended or is closed.
     */
    extend: (tx: Queryable, input: { id: string; days: number; reason: string; handledBy: string }) =>
      tx`
        update privacy_requests set due_at = due_at + make_interval(days => ${input.days}), extended_at = now(),
          extension_reason = ${input.reason}, handled_by = ${input.handledBy}
        where id = ${input.id} and status <> 'closed' and extended_at is null`.hasRows(),

    close: (
      tx: Queryable,
      input: { id: string; outcome: 'done' | 'declined'; text: string; handledBy: string },
    ) =>
      tx`
        update privacy_requests set status = 'closed', outcome = ${input.outcome}, resolution = ${input.text},
          closed_at = now(), answered_at = coalesce(answered_at, now()), handled_by = ${input.handledBy}
        where id = ${input.id} and status <> 'closed'`.hasRows(),
  };
}
