import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import type { TestServer } from '@vid/testkit/server';
import { newId, newLinkSecret } from '#lib/ids.ts';
import { foldEmail } from '#sign-in/recovery/recovery.policy.ts';

export const by = { actorId: null, caller: { address: '203.0.113.1', requestId: 'test' } };

export type Account = Awaited<ReturnType<typeof createAccount>>;
export type Intruder = {
  readonly server: TestServer;
  readonly account: Account;
  readonly browser: TestBrowser;
  readonly appId: string;
};

export const browse = (server: TestServer) => new TestBrowser(server.app);

export async function intrude(server: TestServer): Promise<Intruder> {
  const account = await createAccount(server);
  const { id: appId } = await createApplication(server, { ownerId: account.id });
  const browser = browse(server);
  await signIn(browser, account);
  return { server, account, browser, appId };
}

export function requireOk(answer: { readonly status: number; readonly code: unknown }): void {
  if (answer.status !== 200) throw new Error(`the answer is ${answer.status} ${String(answer.code)}`);
}

export async function countOf(server: TestServer, accountId: string, kind: string): Promise<number> {
  const { count } = await server.deps
    .sql`select from audit_events where account_id = ${accountId} and kind = ${kind}`;
  return count;
}

/** Returns the secret in the newest message to `to` that matches `pattern` and, if given, has the purpose. */
export async function secretOf(
  server: TestServer,
  to: string,
  pattern: RegExp,
  purpose?: string,
): Promise<string> {
  await server.deps.background.idle();
  const found = (await readOutbox(browse(server))).find(
    (entry) =>
      entry.to === to && pattern.test(entry.text) && (purpose === undefined || entry.purpose === purpose),
  );
  const secret = pattern.exec(found?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`no message to ${to} has ${String(pattern)}`);
  return secret;
}

export const notMe = /\/not-me#([\w-]{22})/u;

export async function undoCodeOf(server: TestServer, to: string): Promise<string> {
  await server.deps.background.idle();
  const sent = await readOutbox(browse(server));
  const notice = sent.find((entry) => entry.to === to && entry.purpose.endsWith('-replaced'));
  const code = notMe.exec(notice?.text ?? '')?.[1];
  if (code === undefined) throw new Error(`no message to ${to} undoes a change`);
  return code;
}

export const undo = (server: TestServer, code: string) =>
  browse(server).post('/vid/ajax/auth/not-me', { code });

/** Sends the phone a notice of an added passkey, and reports that event with the link in the notice. */
export async function dispute(server: TestServer, { id, phone }: Account): Promise<void> {
  const { sql, notices } = server.deps;
  await sql.begin((tx) => notices.notify(tx, { account: { id }, kind: 'passkey-added', phone }));
  notices.kick();
  // Select the notice by its purpose: on a busy machine, the notice of the sign-in may be sent later.
  const code = await secretOf(server, phone, notMe, 'passkey-added');
  requireOk(await browse(server).post('/vid/ajax/auth/not-me', { code }));
}

export async function tryReset(server: TestServer, phone: string) {
  const browser = browse(server);
  const otpToken = await insertOtpToken(server, browser, phone, 'forget-password');
  return browser.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword });
}

export async function resetPassword(server: TestServer, phone: string): Promise<void> {
  requireOk(await tryReset(server, phone));
}

/** Returns a function that completes a recovery whose wait is over. */
export async function beginRecovery(server: TestServer, { id }: Account, channel: string) {
  const { sql, keys } = server.deps;
  const token = newLinkSecret();
  const [row] = await sql<{ email: string | null }[]>`select email from accounts where id = ${id}`;
  const emailHash = keys.pepper('recovery-email', foldEmail(row?.email ?? ''));
  await sql`
    insert into recovery_requests (id, status, channel, account_id, token_hash, email_hash, user_agent, address,
      request_id, ready_at, expires_at)
    values (${newId('rec')}, 'ready', ${channel}, ${id}, ${keys.hashSecret(token)}, ${emailHash}, '', '', '', now(),
      now() + interval '1 hour')`;
  const browser = browse(server);
  browser.cookies.set('vid_recovery', token);
  return async (phone: string) => {
    const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
    return browser.post('/vid/ajax/auth/recovery/complete', { phone, otpToken, newPassword: otherPassword });
  };
}

export async function recover(
  server: TestServer,
  account: Account,
  channel: string,
  phone = freshPhone(),
): Promise<string> {
  const complete = await beginRecovery(server, account, channel);
  requireOk(await complete(phone));
  return phone;
}

export async function requestDeletion(server: TestServer, id: string): Promise<void> {
  await server.deps.sql`
    insert into account_deletions (account_id, erase_at) values (${id}, now() + interval '30 days')`;
}

export async function changePhone({ server, account, browser }: Intruder): Promise<string> {
  const phone = freshPhone();
  const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
  requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
  await server.deps.sql`update accounts set sensitive_hold_until = now() where id = ${account.id}`;
  return phone;
}

/** Gives the account an address, and backdates the account and the address. */
export async function ownEmail(server: TestServer, id: string, days = 400): Promise<string> {
  const email = `own-${id}@example.vn`.toLowerCase();
  await server.deps.sql`
    update accounts set created_at = now() - interval '500 days', email = ${email},
      email_confirmed_at = now() - make_interval(days => ${days})
    where id = ${id}`;
  return email;
}

export const signInByCode = async (server: TestServer, browser: TestBrowser, phone: string) => {
  const otpToken = await insertOtpToken(server, browser, phone, 'signin');
  return browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
};

export async function enterWithPhone(server: TestServer, phone: string): Promise<TestBrowser> {
  const owner = browse(server);
  requireOk(await signInByCode(server, owner, phone));
  return owner;
}

/** Takes the account back, and runs the task that undoes the permissions given to others. */
export async function reclaim(server: TestServer, account: Account): Promise<void> {
  await dispute(server, account);
  await resetPassword(server, account.phone);
  await server.deps.givenPermissions.run();
}
