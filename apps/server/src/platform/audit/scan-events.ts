import type { Fragment, Queryable } from '#database/connection.ts';
import { isAfter, microsecondsOf, type SortKey } from '#database/page.ts';

export type EventFilters = {
  readonly accountId?: string;
  readonly actorId?: string;
  readonly kinds?: readonly string[];
  readonly address?: string;
  readonly from?: Date;
  readonly to?: Date;
};

export type EventPage = { readonly after: SortKey | undefined; readonly limit: number };

/**
 * Event kinds that sign-ins write often. The partial index of each audit partition (`09_audit.sql`) excludes
 * them.
 */
const busyKinds = [
  'otp.refused',
  'otp.sent',
  'otp.verified',
  'session.ended',
  'session.started',
  'sign-in.failed',
  'sign-in.step',
];

/**
 * Maximum number of events read per page. Filters by actor or address have no index, so a page with few
 * matches would otherwise read the whole log.
 */
const eventScanLimit = 5_000;

function isScanned(sql: Queryable, filters: EventFilters, after: SortKey | undefined): Fragment {
  const { accountId, kinds, from, to } = filters;
  const isQuiet = kinds !== undefined && !kinds.some((kind) => busyKinds.includes(kind));
  return sql`${isAfter(sql, [{ time: sql`at` }, sql`id`], after, 'desc')}
    ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    ${accountId === undefined && isQuiet ? sql`and kind <> all(${[...busyKinds]}::text[])` : sql``}
    ${from === undefined ? sql`` : sql`and at >= ${from}`}
    ${to === undefined ? sql`` : sql`and at < ${to}`}`;
}

/** Selects the newest matching events of a scan. Run the query through `withOwnPlans`. */
export function newestEvents(
  sql: Queryable,
  filters: EventFilters,
  { after, limit }: EventPage,
  scanLimit = eventScanLimit,
): Fragment {
  const { actorId, kinds, address } = filters;
  return sql`
    select * from (
      select * from audit_events where ${isScanned(sql, filters, after)} order by at desc, id desc
      limit ${scanLimit}) scanned
    where true
      ${kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]}::text[])`}
      ${actorId === undefined ? sql`` : sql`and actor_id = ${actorId}`}
      ${address === undefined ? sql`` : sql`and address = ${address}`}
    order by at desc, id desc limit ${limit}`;
}

/**
 * Returns the sort key of the last event that `newestEvents` read, after which the next page starts;
 * undefined if fewer than `scanLimit` events were left.
 */
export async function findScanEnd(
  tx: Queryable,
  filters: EventFilters,
  after: SortKey | undefined,
  scanLimit = eventScanLimit,
): Promise<SortKey | undefined> {
  const [row] = await tx<{ microseconds: number; id: string }[]>`
    select ${microsecondsOf(tx, tx`at`)} as microseconds, id::text from audit_events
    where ${isScanned(tx, filters, after)} order by at desc, id desc offset ${scanLimit - 1} limit 1`;
  return row && [row.microseconds, row.id];
}
