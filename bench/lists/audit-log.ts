import type { Sql } from '@vid/sql/sql';
import { cursorAfter, type Lists, nationalPhone, pagesOf, spreadBodies } from './list.ts';

const path = '/vid/api/admin/audit/search';
const months = 12;
/** Number of IP addresses in the added events. */
const addresses = 100_000;
const sharedAddress = '203.0.113.7';

/**
 * Moves the events of the seeded accounts into monthly partitions, as in a database that is a year old, and adds
 * another event for each account. Most added events are sign-ins, and the administrator caused some of the others.
 */
export async function seedAuditLog(
  sql: Sql,
  { accounts, administratorId }: { readonly accounts: number; readonly administratorId: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local work_mem = '256MB'`;
    await tx`set local maintenance_work_mem = '256MB'`;
    const made = await tx<{ part: string }[]>`
      select inhrelid::regclass::text as part from pg_inherits
      where inhparent = 'audit_events'::regclass`;
    await tx`create temporary table events on commit drop as select * from audit_events`;
    for (const { part } of made) await tx.unsafe(`drop table ${part}`);
    const parts = await tx<{ name: string; first: string; next: string }[]>`
      select 'audit_events_' || to_char(first, 'YYYY_MM') as name, first::text || '+00' as first,
        (first + interval '1 month')::text || '+00' as next
      from generate_series(0, ${months + 1}::int) ago, lateral (
        select date_trunc('month', now() at time zone 'UTC') + make_interval(months => 1 - ago)) month (first)`;
    for (const { name, first, next } of parts)
      await tx.unsafe(
        `create table audit_parts.${name} partition of audit_events for values from ('${first}') to ('${next}')`,
      );
    await tx`create table audit_parts.audit_events_other partition of audit_events default`;
    await tx`insert into audit_events select * from events`;
    await tx`
      insert into audit_events (at, kind, account_id, actor_id, address, request_id, browser, system, details)
      select now() - make_interval(mins => n % 500000),
        case when n % 1000 = 0 then 'account.locked' when n % 20 = 0 then 'account.viewed'
          when n % 7 = 0 then 'sign-in.failed' else 'session.started' end,
        id, case when n % 20 = 0 then ${administratorId} else id end,
        '2001:db8::' || to_hex(n % ${addresses}), 'req_' || n, 'Chrome', 'Android', '{}'
      from (
        select n, 'acc_' || substr(encode(sha256(convert_to('account ' || n, 'UTF8')), 'hex'), 1, 26) as id
        from generate_series(1, ${accounts}::int) n) seeded`;
    for (const name of [...parts.map((part) => part.name), 'audit_events_other'])
      await tx`select index_audit_partition(${name})`;
  });
  await sql`vacuum (analyze) audit_events`;
}

const past = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

export function auditLists(accounts: number, administratorId: string): Lists {
  return {
    'audit log, by account': pagesOf(
      path,
      spreadBodies(accounts, (index) => ({ account: nationalPhone(index) })),
    ),
    'audit log, by actor': pagesOf(path, [
      { actor: administratorId },
      { actor: administratorId, kind: 'account.locked' },
      { actor: administratorId, group: 'sign-in' },
      { actor: nationalPhone(1) },
    ]),
    'audit log, by kind': pagesOf(path, [
      { kind: 'session.started' },
      { kind: 'account.locked' },
      { kind: 'role.granted' },
      { group: 'administration' },
      { group: 'applications' },
    ]),
    'audit log, by address': pagesOf(path, [
      { address: sharedAddress },
      { address: sharedAddress, kind: 'account.locked' },
      ...spreadBodies(addresses, (index) => ({ address: `2001:db8::${index.toString(16)}` })),
    ]),
    'audit log, by time': pagesOf(path, [
      {},
      { from: past(200), to: past(190) },
      { to: past(300), kind: 'account.locked' },
      { from: past(100), to: past(99), address: sharedAddress },
      { after: cursorAfter(Date.now() * 1_000 - 200 * 86_400 * 10 ** 6, '1') },
    ]),
  };
}
