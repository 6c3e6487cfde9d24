import type { Sql } from '@vid/sql/sql';
import { pageHeaders } from './relying-client.ts';
import { seedPasskeys } from './passkeys.ts';
import { hashSecret, seededSessions, seededSessionToken } from '../seed.ts';

export type Administrator = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Makes the account of the last seeded session an administrator with a second factor. */
export async function seedAdministrator(
  sql: Sql,
  { origin, accounts }: { readonly origin: string; readonly accounts: number },
): Promise<Administrator> {
  const token = seededSessionToken(seededSessions(accounts));
  const [administrator] = await sql<{ id: string; phone: string }[]>`
    with session as (
      update sessions set amr = '{pop,mfa}' where token_hash = ${hashSecret(token)} returning account_id
    )
    update accounts set role = 'admin' from session where id = account_id returning id, phone`;
  if (!administrator) throw new Error('there is no seeded session');
  await seedPasskeys(sql, [administrator.phone]);
  return { id: administrator.id, headers: pageHeaders(origin, `vid_sid=${token}`) };
}
