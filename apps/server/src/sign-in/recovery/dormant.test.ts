import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, insertOtpToken, otherPassword, signIn, signInAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const base = '/vid/ajax/auth/recovery';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);

async function createSleeper(options: Parameters<typeof createAccount>[1] = {}, days = 181) {
  const account = await createAccount(server, options);
  await server.deps.sql`
    update accounts set last_sign_in_at = now() - make_interval(days => ${days}) where id = ${account.id}`;
  return account;
}

async function post(
  path: string,
  phone: string,
  purpose: 'signin' | 'signup' | 'forget-password',
  body = {},
) {
  const browser = browse();
  const otpToken = await insertOtpToken(server, browser, phone, purpose);
  return { browser, otpToken, answer: await browser.post(path, { phone, otpToken, ...body }) };
}

const otpPath = '/vid/ajax/auth/login/otp';
const resetPath = '/vid/api/users/password/forget';
const signUpPath = '/vid/ajax/users/signup/phone';
const newPassword = { newPassword: otherPassword };
const signUp = { password: otherPassword, acceptedTerms: true };
const dormant = [403, 'RECOVERY_REQUIRED', { reason: 'dormant' }];

describe('an account without a sign-in for 180 days', () => {
  it('accepts no sign-in by a code alone until the password reactivates it', async () => {
    const account = await createSleeper();
    const signedIn = await post(otpPath, account.phone, 'signin');
    expect([signedIn.answer.status, signedIn.answer.code, signedIn.answer.details]).toEqual(dormant);
    expect(signedIn.browser.cookies.has('vid_sid')).toBe(false);
    const reset = await post(resetPath, account.phone, 'forget-password', newPassword);
    expect([reset.answer.status, reset.answer.code, reset.answer.details]).toEqual(dormant);
    const [audit] = await server.deps
      .sql`select count(*)::int from audit_events where account_id = ${account.id}`;
    expect(audit?.count).toBe(0);

    await signIn(browse(), account);
    const [row] = await server.deps.sql`
      select last_sign_in_at > now() - interval '1 minute' as is_new from accounts where id = ${account.id}`;
    expect(row?.isNew).toBe(true);
    expect((await post(otpPath, account.phone, 'signin')).answer.status).toBe(200);
  });

  it('O12 is not reported as dormant to a browser with an invalid token', async () => {
    const { phone } = await createSleeper();
    const answer = await browse().post(otpPath, { phone, otpToken: 'A'.repeat(43) });
    expect(answer.code).toBe('OTP_TOKEN_INVALID');
  });

  it('accepts an administrator’s sign-in with a password and a code', async () => {
    const admin = await createSleeper({ role: 'admin' });
    const browser = browse();
    await signInAdmin(server, browser, admin);
    expect((await browser.get('/vid/ajax/auth/me')).data['id']).toBe(admin.id);
  });

  it('is recovered with a code after a 72-hour wait', async () => {
    const account = await createSleeper();
    const { answer, browser, otpToken } = await post(`${base}/start-by-phone`, account.phone, 'signin');
    expect(answer.raw.cookies).toContainEqual(expect.objectContaining({ name: 'vid_flow', value: '' }));
    expect(Date.parse(String(answer.data['readyAt'])) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    const repeat = await browser.post(`${base}/start-by-phone`, { phone: account.phone, otpToken });
    expect(repeat.code).toBe('OTP_TOKEN_INVALID');
    expect(await auditTrail(server, account.id)).toEqual([
      ['recovery.requested', null, { channel: 'phone' }],
    ]);
    expect((await post(`${base}/start-by-phone`, account.phone, 'signin')).answer.code).toBe(
      'RECOVERY_STOPPED',
    );

    const { sql, background, modules } = server.deps;
    await sql`update recovery_requests set ready_at = now() where account_id = ${account.id}`;
    await modules.recovery.recoveries.advance();
    await background.idle();
    const sms = (await readOutbox(browser)).find(
      (entry) => entry.to === account.phone && entry.purpose === 'recovery-link',
    );
    const recoveryToken = /\/recovery#([\w-]{22})/u.exec(sms?.text ?? '')?.[1];
    const { phone } = account;
    const code = await insertOtpToken(server, browser, phone, 'recovery');
    await browser.post(`${base}/check`, { recoveryToken });
    const body = { phone, otpToken: code, ...newPassword };
    expect((await browser.post(`${base}/complete`, body)).status).toBe(200);
    await signIn(browse(), { phone, password: otherPassword });
    expect((await post(otpPath, phone, 'signin')).answer.status).toBe(200);
    const [recovered] = await sql`
      select details from audit_events where account_id = ${account.id} and kind = 'account.recovered'`;
    expect(recovered?.details).toMatchObject({ phoneChanged: false });
    const links = await sql`
      select is_urgent from deliveries where phone = ${phone} and type = 'recovery-link'`;
    expect(links).toEqual([{ isUrgent: true }]);
  });

  it('is recovered with the code of a refused password reset', async () => {
    const { phone } = await createSleeper();
    const reset = await post(resetPath, phone, 'forget-password', newPassword);
    expect(reset.answer.code).toBe('RECOVERY_REQUIRED');
    const body = { phone, otpToken: reset.otpToken };
    expect((await reset.browser.post(`${base}/start-by-phone`, body)).status).toBe(200);
  });

  it('starts no wait while its phone number is in doubt', async () => {
    const account = await createSleeper();
    await server.deps.sql`update accounts set phone_in_doubt = true where id = ${account.id}`;
    const { answer } = await post(`${base}/start-by-phone`, account.phone, 'signin');
    expect(answer.code).toBe('RECOVERY_STOPPED');
  });

  it('K2 starts no wait while it has an authenticator app', async () => {
    const account = await createSleeper();
    await addAuthenticatorApp(server, account.id);
    const { answer } = await post(`${base}/start-by-phone`, account.phone, 'signin');
    expect(answer.code).toBe('RECOVERY_STOPPED');
    expect(
      await server.deps.sql`select from recovery_requests where account_id = ${account.id}`,
    ).toHaveLength(0);
  });

  it('loses its recovery by phone when it loses the phone number', async () => {
    const account = await createSleeper();
    const { sql, background, modules } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
    expect((await post(`${base}/start-by-phone`, account.phone, 'signin')).answer.status).toBe(200);
    await sql`update accounts set phone = null, phone_since = null where id = ${account.id}`;
    await sql`update recovery_requests set ready_at = now() where account_id = ${account.id}`;
    await modules.recovery.recoveries.advance();
    await background.idle();
    expect(await sql`select status from recovery_requests where account_id = ${account.id}`).toEqual([
      { status: 'stopped' },
    ]);
    const told = (await readOutbox(browse())).filter(({ to }) => to === email);
    expect(told.map(({ purpose }) => purpose)).toContain('recovery-stopped');
  });

  it('loses only its phone number to the new owner', async () => {
    const account = await createSleeper({ name: 'Nguyễn Văn An' });
    const { sql } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
    const plain = await post(signUpPath, account.phone, 'signin', signUp);
    expect(plain.answer.code).toBe('ACCOUNT_EXISTS');
    const body = { phone: account.phone, otpToken: plain.otpToken, ...signUp, isNewOwner: true };
    const lost = plain.browser.copy();
    const created = await plain.browser.post(signUpPath, body);
    expect(created.status).toBe(200);
    expect(created.data['id']).not.toBe(account.id);
    expect(created.data).toMatchObject({ phone: account.phone, name: null, email: null });
    // Repeat the request, as a browser does after a lost response.
    expect((await lost.post(signUpPath, body)).data['id']).toBe(created.data['id']);

    const [old] = await sql`select phone, name, email, status from accounts where id = ${account.id}`;
    expect(old).toEqual({ phone: null, name: 'Nguyễn Văn An', email, status: 'active' });
    expect(await sql`select phone from released_phones where account_id = ${account.id}`).toEqual([
      { phone: account.phone },
    ]);
    await server.deps.background.idle();
    const outbox = await readOutbox(browse());
    expect(outbox.filter(({ purpose }) => purpose === 'phone-released').map(({ to }) => to)).toEqual([email]);
    const login = { phone: account.phone, password: account.password };
    expect((await browse().post('/vid/ajax/auth/login/phone', login)).code).toBe('AUTH_FAILED');
  });

  it('can be recovered by mail after losing its phone number', async () => {
    const account = await createSleeper();
    const { sql, background, modules } = server.deps;
    const email = `${account.id}@example.vn`;
    await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
    await post(signUpPath, account.phone, 'signup', { ...signUp, isNewOwner: true });
    const browser = browse();
    const captchaToken = await insertCaptchaToken(server, browser, 'check');
    await browser.post(
      `${base}/start`,
      { phone: account.phone, email, captchaToken },
      { address: freshAddress() },
    );
    await background.idle();
    await sql`update recovery_requests set ready_at = now() where account_id = ${account.id}`;
    await modules.recovery.recoveries.advance();
    await background.idle();
    const outbox = await readOutbox(browser);
    expect(
      outbox.filter(({ to, purpose }) => to === account.phone && purpose === 'recovery-started'),
    ).toEqual([]);
    const mail = outbox.find(({ to, purpose }) => to === email && purpose === 'recovery-link');
    const recoveryToken = /\/recovery#([\w-]{22})/u.exec(mail?.text ?? '')?.[1];
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
    await browser.post(`${base}/check`, { recoveryToken });
    await browser.post(`${base}/complete`, { phone, otpToken, ...newPassword });
    const signedIn = await signIn(browse(), { phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(account.id);
  });

  it('loses its phone to a parallel sign-up only if that succeeds', async () => {
    const sleeper = await createSleeper();
    const [byPassword, bySignUp] = await Promise.all([
      browse().post('/vid/ajax/auth/login/phone', { phone: sleeper.phone, password: sleeper.password }),
      post(signUpPath, sleeper.phone, 'signup', { ...signUp, isNewOwner: true }),
    ]);
    const [row] = await server.deps.sql`select phone from accounts where id = ${sleeper.id}`;
    const keptPhone = row?.phone === sleeper.phone;
    expect(bySignUp.answer.status).toBe(keptPhone ? 409 : 200);
    expect([200, 401]).toContain(byPassword.status);
  });
});

it('an account unused for 179 days accepts a sign-in by code', async () => {
  const { phone } = await createSleeper({}, 179);
  expect((await post(otpPath, phone, 'signin')).answer.status).toBe(200);
});

it.each([
  ['active', {}, 1],
  ['locked', { status: 'locked' }, 181],
  ['an administrator’s', { role: 'admin' }, 181],
] as const)('an account that is %s starts no recovery by phone', async (_, options, days) => {
  const { phone } = await createSleeper(options, days);
  expect((await post(`${base}/start-by-phone`, phone, 'signin')).answer.code).toBe('RECOVERY_NOT_NEEDED');
});

it('an account in use does not lose its phone to a sign-up', async () => {
  const active = await createAccount(server);
  const { answer } = await post(signUpPath, active.phone, 'signup', { ...signUp, isNewOwner: true });
  expect([answer.status, answer.code]).toEqual([409, 'ACCOUNT_EXISTS']);
  await signIn(browse(), active);
});
