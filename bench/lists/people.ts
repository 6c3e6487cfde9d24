import type { Sql } from '@vid/sql/sql';
import { fillTables } from '../harness/seed.ts';
import { cursorAfter, type Lists, pagesOf, searches } from './list.ts';

export const listedApplication = 'app_listed';
const path = `/vid/api/apps/${listedApplication}/permissions/search`;
/** Number of managers who added people. Some permissions have no creator, as if a program had added the people. */
const creators = 20;

export async function seedPeople(sql: Sql, ownerId: string): Promise<void> {
  await sql`
    insert into applications (id, code, name, owner_id, access)
    values (${listedApplication}, 'listed', 'Bench', ${ownerId}, 'restricted')`;
  await sql`
    insert into application_roles (application_id, code, name)
    select ${listedApplication}, code, code from unnest(array['member', 'editor']) code on conflict do nothing`;
  await fillTables(sql, { tables: ['permissions'], triggered: ['permissions'] }, async () => {
    await sql`
      insert into permissions (id, application_id, account_id, role, status, created_by, created_at)
      select 'app_' || substr(a.id, 5), ${listedApplication}, a.id,
        case when right(a.phone, 2) = '00' then 'editor' else 'member' end,
        case when right(a.phone, 3) = '000' then 'locked' else 'active' end,
        c.ids[1 + right(a.phone, 2)::int % ${creators + 1}::int], a.created_at
      from accounts a, (
        select array_agg(id) as ids from (
          select id from accounts order by phone limit ${creators}) oldest) c`;
  });
}

export function peopleLists(accounts: number): Lists {
  const found = Object.entries(searches(accounts)).map(
    ([name, bodies]) => [`people of an application, ${name}`, pagesOf(path, bodies)] as const,
  );
  return {
    'people of an application, sorted by time and name': pagesOf(path, [
      { sort: 'newest' },
      { sort: 'oldest' },
      { sort: 'name' },
      { sort: 'name-desc' },
    ]),
    'people of an application, sorted by role': pagesOf(path, [
      { sort: 'role' },
      { sort: 'role-desc' },
      { sort: 'role', after: cursorAfter('member', Date.now() * 1_000 - 10 ** 12, '') },
    ]),
    'people of an application, filtered': pagesOf(path, [
      { role: 'editor' },
      { status: 'locked' },
      { role: 'editor', status: 'locked' },
    ]),
    'people of an application, filtered and sorted': pagesOf(path, [
      { role: 'editor', sort: 'name' },
      { status: 'locked', sort: 'name-desc' },
      { status: 'active', sort: 'name' },
      { status: 'locked', sort: 'role' },
    ]),
    'people of an application, name and a rare filter': pagesOf(path, [
      { search: 'nguyen', status: 'locked' },
      { search: 'binh', role: 'editor' },
    ]),
    ...Object.fromEntries(found),
  };
}
