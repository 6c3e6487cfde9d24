import type { Sql } from 'postgres';
import { pageHeaders } from './relying-client.ts';
import { seedPasskeys } from './passkeys.ts';
import { fillTables, hashSecret, seededSessions, seededSessionToken } from './seed.ts';

/** The application whose people are listed, and the one with a permission for every account. */
export const listedApplication = 'app_listed';

/**
 * Makes a seeded account an administrator with a second factor who owns an application in which every account has a
 * permission. Returns the headers of a call of the administrator's browser.
 */
export async function seedAdministrator(
  sql: Sql,
  { origin, accounts }: { readonly origin: string; readonly accounts: number },
): Promise<Readonly<Record<string, string>>> {
  const token = seededSessionToken(seededSessions(accounts));
  const [administrator] = await sql<{ id: string; phone: string }[]>`
    with session as (
      update sessions set amr = '{pop,mfa}' where token_hash = ${hashSecret(token)} returning account_id
    )
    update accounts set role = 'admin' from session where id = account_id returning id, phone`;
  if (!administrator) throw new Error('there is no seeded session');
  await seedPasskeys(sql, [administrator.phone]);
  await seedPermissions(sql, administrator.id);
  return pageHeaders(origin, `vid_sid=${token}`);
}

async function seedPermissions(sql: Sql, ownerId: string): Promise<void> {
  await sql`
    insert into applications (id, code, name, owner_id, access)
    values (${listedApplication}, 'listed', 'Bench', ${ownerId}, 'restricted')`;
  await sql`
    insert into application_roles (application_id, code, name)
    select ${listedApplication}, code, code from unnest(array['member', 'editor']) code on conflict do nothing`;
  const filled = { tables: ['permissions', 'permission_search'], triggered: ['permissions'] };
  // The columns and rows that triggers fill are inserted at once.
  await fillTables(sql, filled, async () => {
    await sql`
      insert into permissions (id, application_id, account_id, role, status, created_by, created_at, sort_name)
      select 'app_' || substr(a.id, 5), ${listedApplication}, a.id,
        case when right(a.phone, 2) = '00' then 'editor' else 'member' end,
        case when right(a.phone, 3) = '000' then 'locked' else 'active' end, ${ownerId}, a.created_at,
        left(fold_text(coalesce(case when a.kind = 'enterprise' then e.name end, a.name, '')), 100)
      from accounts a left join enterprises e on e.account_id = a.id`;
    await sql`
      insert into permission_search (application_id, key, permission_id, account_id)
      select ${listedApplication}, s.key, 'app_' || substr(s.account_id, 5), s.account_id
      from account_search s order by s.key, s.account_id`;
  });
}
