import { indexAccounts } from '@vid/server/account/search/index-accounts';
import { newReferralCode } from '@vid/server/account/referral/referral.policy';
import { newId, newSecret } from '@vid/server/lib/ids';
import { publishWebhooks } from '@vid/server/platform/webhooks/publish';
import { throttleHash } from '@vid/server/account/credentials/code-demand';
import { TestBrowser } from './browser.ts';
import { freshPhone, type OtpPurpose } from './flows.ts';
import { insertOtpCode } from './sign-in/otp-codes.ts';
import type { TestServer } from './server.ts';

export const goodPassword = 'Trăng#Rằm8';
export const otherPassword = 'Sông-Hồng 27';

type NewAccount = {
  readonly phone?: string;
  readonly password?: string | null;
  readonly kind?: 'personal' | 'enterprise';
  readonly status?: 'active' | 'locked';
  readonly role?: 'user' | 'admin';
  readonly name?: string;
  readonly mustChange?: boolean;
};

/**
 * Inserts an account with its search keys and webhook event, and with a password unless it is null, but without
 * consents, audit rows or a session.
 */
export async function createAccount(
  server: TestServer,
  input: NewAccount = {},
): Promise<{ id: string; phone: string; password: string; referralCode: string }> {
  const { sql, hasher } = server.deps;
  const phone = input.phone ?? freshPhone();
  const password = input.password === undefined ? goodPassword : input.password;
  const id = newId('acc');
  const kind = input.kind ?? 'personal';
  const referralCode = newReferralCode();
  const row = {
    id,
    phone,
    kind,
    status: input.status ?? 'active',
    role: input.role ?? 'user',
    name: input.name ?? null,
    referralCode,
    mustChangePassword: input.mustChange ?? false,
  };
  await sql`insert into accounts ${sql(row)}`;
  if (kind === 'enterprise') await sql`insert into enterprises (account_id) values (${id})`;
  await indexAccounts(sql, [id]);
  await publishWebhooks(sql, { event: 'account.created', accountId: id, kind });
  if (password !== null) {
    const hash = await hashOnce(hasher, password);
    await sql`insert into password_credentials (account_id, hash) values (${id}, ${hash})`;
  }
  return { id, phone, password: password ?? '', referralCode };
}

/** Hashes by hasher and password, cached because most accounts share a password and hashing is slow. */
const hashes = new WeakMap<TestServer['deps']['hasher'], Map<string, Promise<string>>>();

function hashOnce(hasher: TestServer['deps']['hasher'], password: string): Promise<string> {
  const known = hashes.get(hasher) ?? new Map<string, Promise<string>>();
  hashes.set(hasher, known);
  const hash = known.get(password) ?? hasher.admit({}, (place) => place.hash(password.normalize('NFC')));
  known.set(password, hash);
  return hash;
}

/** Returns the hash of the pre-session that the browser's secrets are bound to. Creates a pre-session if necessary. */
export async function hashOfPreSession(server: TestServer, browser: TestBrowser): Promise<Buffer> {
  if (!browser.cookies.has('vid_pre')) await browser.get('/vid/api/auth/client/config');
  const [id] = (browser.cookies.get('vid_pre') ?? '').split('.');
  return server.deps.keys.hashSecret(`pre:${id}`);
}

/** Inserts the otpToken that `otp/validate` would have written for this browser. */
export async function insertOtpToken(
  server: TestServer,
  browser: TestBrowser,
  phone: string,
  purpose: OtpPurpose,
): Promise<string> {
  const token = newSecret();
  await insertOtpCode(server, {
    phone,
    purpose,
    preSessionHash: await hashOfPreSession(server, browser),
    verifiedAt: new Date(),
    tokenHash: server.deps.keys.hashSecret(token),
    tokenExpiresAt: new Date(Date.now() + 600_000),
    // Tests insert more tokens than a phone's limits allow.
    isCounted: false,
  });
  return token;
}

/**
 * Sets the number of wrong passwords from unknown devices for a phone. From 100 on, an unknown device also needs a
 * code.
 */
export async function setPasswordFailures(
  server: TestServer,
  phone: string,
  failures: number,
): Promise<void> {
  const { sql, keys } = server.deps;
  await sql`
    insert into password_throttles (phone_hash, failures) values (${throttleHash(keys, phone)}, ${failures})
    on conflict (phone_hash) do update set failures = excluded.failures`;
}

type SignInAnswer = Awaited<ReturnType<TestBrowser['post']>>;

/**
 * Signs a browser in by password.
 * @throws if the server refuses the sign-in
 */
export async function signIn(
  browser: TestBrowser,
  account: { phone: string; password: string },
): Promise<SignInAnswer> {
  return requireSignedIn(await sendPassword(browser, account));
}

/**
 * Returns a new account and a browser that signed in to it and signed out again, which makes the browser a known
 * device.
 */
export async function knownBrowser(server: TestServer) {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  await browser.post('/vid/ajax/auth/logout', {});
  return { account, browser };
}

export async function signInAdmin(
  server: TestServer,
  browser: TestBrowser,
  account: { phone: string; password: string },
): Promise<SignInAnswer> {
  const first = await sendPassword(browser, account);
  if (first.code !== 'SECOND_FACTOR_REQUIRED') throw new Error(`the password returned ${first.status}`);
  const { phone } = account;
  const otpToken = await insertOtpToken(server, browser, phone, 'signin');
  return requireSignedIn(await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken }));
}

/** Creates an administrator with a second factor, and a browser that signed in a moment ago. */
export async function createAdmin(server: TestServer, input: Omit<NewAccount, 'role'> = {}) {
  const account = await createAccount(server, { ...input, role: 'admin' });
  const browser = new TestBrowser(server.app);
  await signInAdmin(server, browser, account);
  const row = { accountId: account.id, sealedSecret: Buffer.alloc(1), lastStep: 0 };
  await server.deps.sql`insert into authenticator_apps ${server.deps.sql(row)}`;
  return { ...account, browser };
}

async function sendPassword(
  browser: TestBrowser,
  { phone, password }: { phone: string; password: string },
): Promise<SignInAnswer> {
  return browser.post('/vid/ajax/auth/login/phone', { phone, password });
}

function requireSignedIn(answer: SignInAnswer): SignInAnswer {
  if (answer.status !== 200) throw new Error(`sign-in returned ${answer.status} ${answer.code ?? ''}`);
  return answer;
}
