import type { Sql } from '@vid/sql/sql';
import { listedApplication } from './people.ts';
import { type Lists, pagesOf } from './list.ts';

/** Number of applications in addition to the one that contains every account. */
const others = 1_000;
/** ID of an open application, whose page counts its users without a permission. */
const openApplication = 'app_other_1';
/** Number of users of the open application. About fifteen of sixteen have a permission. */
const users = 10_000;

export async function seedApplications(sql: Sql): Promise<void> {
  await sql`
    insert into applications (id, code, name, access)
    select 'app_other_' || n, 'other-' || n, 'Sàn ' || n, case when n % 10 = 0 then 'restricted' else 'open' end
    from generate_series(1, ${others}::int) n`;
  await sql`
    insert into application_uses (application_id, account_id, scopes)
    select ${openApplication}, id, '{openid}' from accounts order by phone limit ${users}`;
  await sql`
    insert into application_roles (application_id, code, name) values (${openApplication}, 'member', 'member')
    on conflict do nothing`;
  await sql`
    insert into permissions (id, application_id, account_id, role)
    select 'app_o' || substr(account_id, 6), ${openApplication}, account_id, 'member' from application_uses
    where application_id = ${openApplication} and right(account_id, 1) <> '0'`;
  for (const table of ['application_uses', 'permissions']) await sql.unsafe(`vacuum (analyze) ${table}`);
}

export function applicationLists(): Lists {
  const own = '/vid/api/apps';
  const listed = `${own}/${listedApplication}`;
  return {
    'applications of the association': pagesOf('/vid/api/admin/applications/search', [
      {},
      { search: 'listed' },
      { search: 'san 99', access: 'open' },
      { access: 'restricted' },
    ]),
    'the own applications, and one with its roles, managers and creators': [
      { path: own },
      { path: listed },
      { path: `${own}/${openApplication}` },
      { path: `${listed}/roles` },
      { path: `${listed}/managers` },
      { path: `${listed}/permissions/creators` },
    ],
    'what waits for the association': [{ path: '/vid/api/admin/attention' }],
  };
}
