import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { insertCaptchaToken } from '@vid/testkit/sign-in/captcha-tokens';
import { freshAddress, freshPhone, readOutbox } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { addPasskey, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { freshSubject, insertIdentity } from '@vid/testkit/social';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const base = '/vid/ajax/auth/recovery';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = (app = server.app) => new TestBrowser(app);

async function startNow(account: { id: string; phone: string; password: string }) {
  const { recoveryCodes } = await addAuthenticatorApp(server, account.id);
  const browser = browse();
  const captchaToken = await insertCaptchaToken(server, browser, 'check');
  const body = {
    phone: account.phone,
    password: account.password,
    recoveryCode: recoveryCodes[0],
    captchaToken,
  };
  const answer = await browser.post(`${base}/start-by-code`, body, { address: freshAddress() });
  expect(answer.data).toEqual({ readyAt: null });
  expect(answer.raw.cookies).toContainEqual(
    expect.objectContaining({ name: 'vid_recovery', maxAge: 3_600, httpOnly: true }),
  );
  return browser;
}

async function complete(browser: TestBrowser, phone = freshPhone(), more = {}) {
  const otpToken = await insertOtpToken(server, browser, phone, 'recovery');
  const body = { phone, otpToken, newPassword: otherPassword, ...more };
  const answer = await browser.post(`${base}/complete`, body);
  await server.deps.background.idle();
  return answer;
}

const findPhone = async (id: string) => {
  const [row] = await server.deps.sql`select phone from accounts where id = ${id}`;
  return row?.['phone'];
};

describe('the completion of a recovery', () => {
  it('P10 removes two-step sign-in, passkeys and social identities', async () => {
    const account = await createAccount(server);
    const { sql } = server.deps;
    const [session, other] = [browse(), await createAccount(server)];
    await signIn(session, account);
    const { device, id: passkeyId } = await addPasskey(session);
    await insertIdentity(server, { accountId: account.id, provider: 'zalo', subject: freshSubject() });
    await insertIdentity(server, { accountId: account.id, provider: 'google', subject: freshSubject() });
    await insertIdentity(server, { accountId: other.id, provider: 'zalo', subject: freshSubject() });
    const phone = freshPhone();
    expect((await complete(await startNow(account), phone)).status).toBe(200);

    expect((await session.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
    expect((await signInByPasskey(browse(), device)).code).toBe('PASSKEY_UNKNOWN');
    const [left] = await sql`
      select (select count(*)::int from authenticator_apps where account_id = ${account.id}) as apps,
        (select count(*)::int from recovery_codes where account_id = ${account.id}) as codes,
        (select count(*)::int from known_devices where account_id = ${account.id}) as devices,
        (select count(*)::int from passkeys where account_id = ${account.id}) as passkeys,
        (select count(*)::int from social_identities where account_id = ${account.id}) as identities,
        (select count(*)::int from social_identities where account_id = ${other.id}) as others`;
    expect(left).toEqual({ apps: 0, codes: 0, devices: 0, passkeys: 0, identities: 0, others: 1 });
    expect((await signIn(browse(), { phone, password: otherPassword })).data['id']).toBe(account.id);
    const events = await auditTrail(
      server,
      account.id,
      'two-step.switched-off|passkey.removed|identity.removed',
    );
    expect(events).toHaveLength(4);
    expect(events).toEqual(
      expect.arrayContaining([
        ['identity.removed', 'owner', { provider: 'google' }],
        ['identity.removed', 'owner', { provider: 'zalo' }],
        ['passkey.removed', 'owner', { passkeyId }],
        ['two-step.switched-off', 'owner', {}],
      ]),
    );
    const told = (await readOutbox(browse())).filter(({ to }) => to === account.phone);
    expect(told.filter(({ purpose }) => /removed|unlinked|two-step-off/u.test(purpose))).toEqual([]);
    expect(told.filter(({ purpose }) => purpose === 'account-recovered')).toHaveLength(1);
  });

  it('keeps the authenticator app if the new phone number is taken', async () => {
    const account = await createAccount(server);
    const browser = await startNow(account);
    const taken = await createAccount(server);
    expect((await complete(browser, taken.phone)).code).toBe('ACCOUNT_EXISTS');
    const [app] = await server.deps.sql`select from authenticator_apps where account_id = ${account.id}`;
    expect(app).toBeDefined();
    expect((await complete(browser)).status).toBe(200);
  });
});

describe('the recovery token', () => {
  it('S8 is only in an HttpOnly cookie until the recovery is completed', async () => {
    const browser = await startNow(await createAccount(server));
    const token = browser.cookies.get('vid_recovery') ?? '';
    expect(token).toMatch(/^[\w-]{22}$/u);
    const checked = await browser.post(`${base}/check`, { recoveryToken: token });
    expect(checked.raw.body).not.toContain(token);
    const cookie = checked.raw.cookies.find(({ name }) => name === 'vid_recovery');
    expect(cookie).toMatchObject({ value: token, httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.maxAge).toBeGreaterThan(3_500);
    expect(cookie?.maxAge).toBeLessThanOrEqual(3_600);
    browser.cookies.set('vid_flow', 'planted');
    expect((await complete(browser)).status).toBe(200);
    expect(['vid_recovery', 'vid_flow'].filter((name) => browser.cookies.has(name))).toEqual([]);
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
  });

  it('is in a cookie that does not outlive the recovery', async () => {
    const account = await createAccount(server);
    const browser = await startNow(account);
    await server.deps.sql`
      update recovery_requests set expires_at = now() + interval '10 minutes' where account_id = ${account.id}`;
    const recoveryToken = browser.cookies.get('vid_recovery');
    const checked = await browser.post(`${base}/check`, { recoveryToken });
    const cookie = checked.raw.cookies.find(({ name }) => name === 'vid_recovery');
    expect(cookie?.maxAge).toBeGreaterThan(500);
    expect(cookie?.maxAge).toBeLessThanOrEqual(600);
  });

  it('is deleted from the browser on request and once it is invalid', async () => {
    const account = await createAccount(server);
    const browser = await startNow(account);
    const second = browser.copy();
    expect((await browser.call('DELETE', base)).status).toBe(200);
    expect((await browser.get(base)).data['canComplete']).toBe(false);
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
    expect((await second.get(base)).data['canComplete']).toBe(true);
    expect(second.cookies.has('vid_recovery')).toBe(true);
    await server.deps.sql`update recovery_requests set expires_at = now() where account_id = ${account.id}`;
    expect((await second.get(base)).data['canComplete']).toBe(false);
    expect(second.cookies.has('vid_recovery')).toBe(false);
    for (const token of ['', 'x', 'A'.repeat(22), "' or true --"]) {
      second.cookies.set('vid_recovery', encodeURIComponent(token));
      expect((await second.get(base)).data).toEqual({ byMail: true, canComplete: false });
    }
  });

  it('P10 is refused after a password reset', async () => {
    const account = await createAccount(server);
    const browser = await startNow(account);
    const reset = browse();
    const otpToken = await insertOtpToken(server, reset, account.phone, 'forget-password');
    const body = { phone: account.phone, otpToken, newPassword: otherPassword };
    expect((await reset.post('/vid/api/users/password/forget', body)).status).toBe(200);
    expect((await complete(browser)).code).toBe('RECOVERY_LINK_INVALID');
  });
});

describe('another account’s phone number', () => {
  it('moves from a dormant account only with the flag isNewOwner', async () => {
    const [account, sleeper] = [await createAccount(server), await createAccount(server)];
    const { sql } = server.deps;
    const email = `${sleeper.id}@example.vn`;
    await sql`
      update accounts set last_sign_in_at = now() - interval '181 days', email = ${email}, email_confirmed_at = now()
      where id = ${sleeper.id}`;
    const browser = await startNow(account);
    const plain = await complete(browser, sleeper.phone);
    expect([plain.status, plain.code, plain.details]).toEqual([
      403,
      'RECOVERY_REQUIRED',
      { reason: 'dormant' },
    ]);
    expect(await findPhone(account.id)).toBe(account.phone);
    expect((await complete(browser, sleeper.phone, { isNewOwner: true })).status).toBe(200);

    expect(await findPhone(account.id)).toBe(sleeper.phone);
    expect(await findPhone(sleeper.id)).toBeNull();
    const signedIn = await signIn(browse(), { phone: sleeper.phone, password: otherPassword });
    expect(signedIn.data['id']).toBe(account.id);
    expect(await auditTrail(server, sleeper.id, 'phone.released')).toEqual([
      ['phone.released', null, { reason: 'new-owner' }],
    ]);
    const told = (await readOutbox(browse())).filter(({ purpose }) => purpose === 'phone-released');
    expect(told.map(({ to }) => to)).toContain(email);
  });

  it('K1 causes no deadlock if two recoveries claim each other’s number', async () => {
    const { sql } = server.deps;
    const accounts = [await createAccount(server), await createAccount(server)] as const;
    const browsers = [await startNow(accounts[0]), await startNow(accounts[1])] as const;
    const ids = accounts.map(({ id }) => id);
    await sql`update accounts set last_sign_in_at = now() - interval '181 days' where id = any(${ids})`;
    let answers: readonly Promise<{ readonly status: number }>[] = [];
    await sql.begin(async (tx) => {
      await tx`select from accounts where id = any(${ids}) for update`;
      answers = [
        complete(browsers[0], accounts[1].phone, { isNewOwner: true }),
        complete(browsers[1], accounts[0].phone, { isNewOwner: true }),
      ];
      await waitForLockWaits(server, 2);
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).not.toContain(503);
  });

  it('K2 returns to the account that lost it 29 days ago', async () => {
    const { sql } = server.deps;
    for (const [days, role, code] of [
      [29, 'user', undefined],
      [31, 'user', 'ACCOUNT_EXISTS'],
      [29, 'admin', 'ACCOUNT_EXISTS'],
    ] as const) {
      const account = await createAccount(server);
      const browser = await startNow(account);
      await sql`update accounts set phone = ${freshPhone()} where id = ${account.id}`;
      await sql`
        insert into released_phones (account_id, phone, released_at)
        values (${account.id}, ${account.phone}, now() - make_interval(days => ${days}))`;
      const finder = await createAccount(server, { phone: account.phone, role });
      expect((await complete(browser, account.phone)).code).toBe(code);
      expect(await findPhone(finder.id)).toBe(code === undefined ? null : account.phone);
    }
  });

  it('stays with an account that is in use', async () => {
    const [account, active] = [await createAccount(server), await createAccount(server)];
    const answer = await complete(await startNow(account), active.phone, { isNewOwner: true });
    expect([answer.status, answer.code]).toEqual([409, 'ACCOUNT_EXISTS']);
    expect(await findPhone(active.id)).toBe(active.phone);
  });
});

it('recovery by mail is not offered without a mail server', async () => {
  const production = await startTestServer(inject('cluster'), { environment: productionSettings });
  const browser = browse(production.app);
  const { host, origin } = new URL(productionSettings.VID_PUBLIC_URL);
  const found = await browser.get(base, { headers: { host } });
  expect(found.data).toEqual({ byMail: false, canComplete: false });
  const body = { phone: freshPhone(), email: 'an@example.vn', captchaToken: 'A'.repeat(43) };
  const started = await browser.post(`${base}/start`, body, { headers: { host, origin } });
  expect(started.code).toBe('RECOVERY_UNAVAILABLE');
  await production.close();
});
