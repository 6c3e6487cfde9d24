import type { Sql } from '@vid/sql/sql';
import { fillTables } from '../harness/seed.ts';
import { cursorAfter, type Lists, pagesOf } from './list.ts';

const certificates = 50_000;
const requests = 50_000;
const incidents = 2_000;
const affected = 100_000;
const incidentId = 'inc_00001';

export async function seedQueues(sql: Sql): Promise<void> {
  const tables = ['broker_certificates', 'privacy_requests', 'incidents', 'incident_accounts'];
  await fillTables(sql, { tables, triggered: [] }, async () => {
    await sql`
    insert into broker_certificates (account_id, number, province, issued_on, expires_on, status, updated_at)
    select id, 'CCHN-' || n, '01', '2024-01-01', date '2026-01-01' + n % 1500,
      case when n % 10 = 0 then 'declared' when n % 100 = 1 then 'refused' else 'confirmed' end,
      now() - make_interval(mins => n)
    from (select id, row_number() over (order by id)::int as n from accounts order by id limit ${certificates}) a`;
    await sql`
    insert into privacy_requests (id, account_id, kind, details, status, created_at, reply_due_at, due_at, answered_at,
      closed_at)
    select 'prv_' || n, id, (array['access', 'correction', 'restriction', 'objection'])[1 + n % 4], 'x', status, at,
      at + interval '3 days', at + interval '30 days', case when status <> 'open' then at end,
      case when status = 'closed' then at end
    from (
      select id, n, case when n % 10 = 0 then 'open' when n % 10 = 1 then 'answered' else 'closed' end as status,
        now() - make_interval(mins => n) as at
      from (select id, row_number() over (order by id)::int as n from accounts order by id limit ${requests}) a) r`;
    await sql`
    insert into incidents (id, title, description, data_kinds, severity, status, discovered_at, due_at, closed_at)
    select 'inc_' || lpad(n::text, 5, '0'), 'x', 'x', '{contact}', 'low', case when n % 2 = 0 then 'closed' else 'open' end,
      at, at + interval '72 hours', case when n % 2 = 0 then at end
    from (select n, now() - make_interval(hours => n) as at from generate_series(1, ${incidents}::int) n) i`;
    await sql`
    insert into incident_accounts (incident_id, account_id, how, added_at, notified_at, notified_by)
    select ${incidentId}, id, 'address', now(), case when n % 1000 <> 0 then now() end, case when n % 1000 <> 0 then 'mail' end
    from (select id, row_number() over (order by id)::int as n from accounts order by id limit ${affected}) a`;
  });
}

export function queueLists(): Lists {
  const certificatePath = '/vid/api/admin/certificates/search';
  const enterprisePath = '/vid/api/admin/enterprises/search';
  const privacyPath = '/vid/api/admin/privacy/requests/search';
  const incidentPath = '/vid/api/admin/incidents';
  return {
    'certificates, by status': pagesOf(
      certificatePath,
      ['declared', 'confirmed', 'expired', 'refused'].map((status) => ({ status })),
    ),
    'certificates, name and status': pagesOf(certificatePath, [
      { search: 'nguyen' },
      { search: 'binh', status: 'refused' },
      { search: 'an', status: 'expired' },
      { search: 'cong ty' },
    ]),
    'enterprises, by state and name': pagesOf(enterprisePath, [
      {},
      { state: 'verified' },
      { search: 'cong ty nguyen' },
      { search: 'cong ty', state: 'refused' },
      { search: 'nguyen', state: 'verified' },
    ]),
    'privacy requests': pagesOf(privacyPath, [
      {},
      { state: 'overdue' },
      { state: 'closed' },
      { kind: 'objection' },
      { state: 'closed', kind: 'other' },
    ]),
    incidents: pagesOf(`${incidentPath}/search`, [{}, { state: 'closed' }]),
    'those affected by an incident': [
      ...pagesOf(`${incidentPath}/${incidentId}/accounts/search`, [
        {},
        { isWaiting: true },
        { after: cursorAfter(affected / 2) },
      ]),
      { path: `${incidentPath}/${incidentId}` },
    ],
  };
}
