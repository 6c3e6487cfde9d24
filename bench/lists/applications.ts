import type { Sql } from 'postgres';
import { listedApplication } from './people.ts';
import { type Lists, pagesOf } from './list.ts';

/** Applications beside the one with everyone in it. */
const others = 1_000;

export async function seedApplications(sql: Sql): Promise<void> {
  await sql`
    insert into applications (id, code, name, access)
    select 'app_other_' || n, 'other-' || n, 'Sàn ' || n, case when n % 10 = 0 then 'restricted' else 'open' end
    from generate_series(1, ${others}::int) n`;
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
      { path: `${listed}/roles` },
      { path: `${listed}/managers` },
      { path: `${listed}/permissions/creators` },
    ],
    'what waits for the association': [{ path: '/vid/api/admin/attention' }],
  };
}
