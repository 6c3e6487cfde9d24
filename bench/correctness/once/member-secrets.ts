import { webClientId } from '@vid/contract/limits';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { makeCaptcha, readOutbox, verifyPhone } from '@vid/testkit/http/socket-steps';
import { withConnection, type BenchDatabase } from '../../harness/processes/postgres.ts';
import { seededPassword, seededPhone } from '../../harness/seed.ts';
import { unseededPhone } from '../unseeded-phone.ts';
import type { Races, SecretKind } from './race.ts';

const signInKinds: readonly SecretKind[] = ['captcha-answer', 'captcha-token', 'one-time-code', 'otp-token'];

type Deps = { readonly races: Races; readonly home: string; readonly database: BenchDatabase };

/**
 * Runs one round of a member's one-time secrets: captcha, code and otpToken of a sign-in, then the otpToken of a
 * sign-up.
 */
export async function raceMemberSecrets(deps: Deps, round: number): Promise<void> {
  if (deps.races.wants(signInKinds)) await signIn(deps, round);
  if (deps.races.wants(['sign-up'])) await signUp(deps, round);
}

async function signIn({ races, home }: Deps, round: number): Promise<void> {
  const phone = seededPhone(round);
  const browser = new SocketBrowser();
  await browser.load(home);
  const captcha = await makeCaptcha(home, browser);
  const solved = await races.race('captcha-answer', (origin) =>
    browser.post(origin, '/vid/gateway/captcha/validate', captcha),
  );
  const wanted = {
    clientId: webClientId,
    phone,
    purpose: 'signin',
    captchaToken: solved?.data['captchaToken'],
  };
  if (!solved) return;
  const requested = await races.race(
    'captcha-token',
    (origin) => browser.post(origin, '/vid/gateway/otp/request', wanted),
    async (won) => won.length === 1 && (await messagesTo(home, phone)) === 1,
  );
  if (!requested) return;
  const sent = (await readOutbox(home, browser)).find(({ kind, to }) => kind === 'sms' && to === phone);
  const entered = {
    clientId: webClientId,
    otpRequestId: requested.data['otpRequestId'],
    otpValue: sent?.code,
  };
  const verified = await races.race('one-time-code', (origin) =>
    browser.post(origin, '/vid/gateway/otp/validate', entered),
  );
  if (!verified) return;
  const { otpToken } = verified.data;
  await races.race('otp-token', (origin) =>
    browser.post(origin, '/vid/ajax/auth/login/otp', { phone, otpToken }),
  );
}

/**
 * Races the otpToken of a sign-up. Several uses may succeed, because a retry after a lost response succeeds, but they
 * must create exactly one account.
 */
async function signUp({ races, home, database }: Deps, round: number): Promise<void> {
  const phone = unseededPhone(round);
  const browser = new SocketBrowser();
  const otpToken = await verifyPhone(home, browser, { phone, purpose: 'signup' });
  await races.race(
    'sign-up',
    (origin) =>
      browser.post(origin, '/vid/ajax/users/signup/phone', {
        phone,
        password: seededPassword,
        otpToken,
        acceptedTerms: true,
      }),
    async (won) =>
      new Set(won.map(({ data }) => data['id'])).size === 1 && (await countCreated(database, phone)) === 1,
  );
}

async function messagesTo(origin: string, phone: string): Promise<number> {
  const entries = await readOutbox(origin, new SocketBrowser());
  return entries.filter(({ kind, to }) => kind === 'sms' && to === phone).length;
}

async function countCreated(database: BenchDatabase, phone: string): Promise<number> {
  return withConnection(database.target, async (sql) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from audit_events e join accounts a on a.id = e.account_id
      where a.phone = ${phone} and e.kind = 'account.created'`;
    return row?.count ?? 0;
  });
}
