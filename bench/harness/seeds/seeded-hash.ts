import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { signUp } from '@vid/testkit/http/socket-steps';
import { withConnection, type BenchDatabase } from '../processes/postgres.ts';
import { seededPassword } from '../seed.ts';

const phone = '+84980000001';

/**
 * Returns the hash of the seeded password, as a server that has just created its database stores it. Signs one account
 * up, reads its hash, and deletes all accounts, including the sample accounts. The server must be in evaluation mode,
 * whose outbox shows the code.
 */
export async function makeSeededHash(
  origin: string,
  { target }: Pick<BenchDatabase, 'target'>,
): Promise<string> {
  await signUp(origin, new SocketBrowser(), { phone, password: seededPassword });
  return withConnection(target, async (sql) => {
    const [row] = await sql<{ hash: string }[]>`
      select p.hash from password_credentials p join accounts a on a.id = p.account_id where a.phone = ${phone}`;
    await sql`delete from accounts`;
    if (!row) throw new Error('sign-up stored no password');
    return row.hash;
  });
}
