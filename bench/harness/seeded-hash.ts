import { SocketBrowser } from '../flow/socket-browser.ts';
import { verifyPhone } from '../flow/steps.ts';
import { withConnection, type BenchDatabase } from './postgres.ts';
import { seededPassword } from './seed.ts';

/** A phone that no seeded account has. */
const phone = '+84980000001';

/**
 * The stored hash of the seeded password, with the parameters and keys of a server that has just started on an empty
 * database: signs one account up and reads its hash, then deletes it with the sample accounts, which seeding does not
 * expect. The server must be in evaluation mode, whose outbox shows the code.
 */
export async function makeSeededHash(origin: string, { target }: BenchDatabase): Promise<string> {
  const browser = new SocketBrowser();
  const otpToken = await verifyPhone(origin, browser, { phone, purpose: 'signup' });
  const { status, code } = await browser.post(origin, '/vid/ajax/users/signup/phone', {
    phone,
    password: seededPassword,
    otpToken,
    acceptedTerms: true,
  });
  if (status !== 200) throw new Error(`sign-up returned ${status} ${code ?? ''}`);
  return withConnection(target, async (sql) => {
    const [row] = await sql<{ hash: string }[]>`
      select p.hash from password_credentials p join accounts a on a.id = p.account_id where a.phone = ${phone}`;
    await sql`delete from accounts`;
    if (!row) throw new Error('sign-up stored no password');
    return row.hash;
  });
}
