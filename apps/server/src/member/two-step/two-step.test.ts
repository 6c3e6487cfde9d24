import { appCode } from '@vid/testkit/http/app-code';
import { createAccount, insertOtpToken, otherPassword, signIn, signInAdmin } from '@vid/testkit/accounts';
import { newId } from '#lib/ids.ts';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/two-step';
const passwordPath = '/vid/ajax/auth/login/phone';
const twoStepPath = '/vid/ajax/auth/login/two-step';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);
const byPassword = (browser: TestBrowser, { phone, password }: { phone: string; password: string }) =>
  browser.post(passwordPath, { phone, password });
const setUp = (browser: TestBrowser) => browser.post(`${path}/setup`, {});
const confirm = (browser: TestBrowser, code: string) => browser.post(`${path}/confirm`, { code });
const replaceCodes = (browser: TestBrowser) => browser.post(`${path}/recovery-codes`, {});
const switchOff = (browser: TestBrowser) => browser.call('DELETE', path);
const stateOf = async (browser: TestBrowser) => (await browser.get(path)).data;

async function member() {
  const [account, browser] = [await createAccount(server), browse()];
  await signIn(browser, account);
  return { account, browser };
}

async function administrator() {
  const [account, browser] = [await createAccount(server, { role: 'admin' }), browse()];
  await signInAdmin(server, browser, account);
  return { account, browser };
}

async function switchOn(browser: TestBrowser) {
  const secret = String((await setUp(browser)).data['secret']);
  const code = appCode(secret);
  const answer = await confirm(browser, code);
  expect(answer.status).toBe(200);
  return { secret, code, recoveryCodes: codesOf(answer) };
}

function codesOf({ data }: { data: Record<string, unknown> }): string[] {
  const codes = data['recoveryCodes'];
  return Array.isArray(codes) ? codes.map(String) : [];
}

const kindsOf = async ({ id }: { id: string }) => {
  const rows = await server.deps.sql<{ kind: string }[]>`
    select kind from audit_events where account_id = ${id} and kind similar to '(two-step|recovery-code)%'
    order by id`;
  return rows.map(({ kind }) => kind);
};

/** Notices of new devices; two that come soon after another are joined. */
const ofDevices = ['new-device', 'several-changes'];
const noticesTo = async (browser: TestBrowser, phone: string) =>
  (await readOutbox(browser))
    .filter(({ to, purpose }) => to === phone && !ofDevices.includes(purpose))
    .map(({ purpose }) => purpose);

describe('enabling two-step sign-in', () => {
  it('checks the first code, shows ten recovery codes and notifies the owner', async () => {
    const { account, browser } = await member();
    await server.deps.sql`update accounts set name = 'An' where id = ${account.id}`;
    expect(await stateOf(browser)).toEqual({ onSince: null, recoveryCodesLeft: 0, maySwitchOff: true });
    const { data } = await setUp(browser);
    const uri = new URL(String(data['uri']));
    expect([uri.searchParams.get('secret'), data['expiresIn']]).toEqual([data['secret'], 900]);
    expect(decodeURIComponent(uri.pathname)).toContain(account.phone);
    expect(await stateOf(browser)).toMatchObject({ onSince: null });

    const answer = await confirm(browser, appCode(String(data['secret'])));
    expect(new Set(codesOf(answer)).size).toBe(10);
    expect(await stateOf(browser)).toEqual({
      onSince: expect.stringMatching(/^\d{4}-/u),
      recoveryCodesLeft: 10,
      maySwitchOff: true,
    });
    expect(await kindsOf(account)).toEqual(['two-step.switched-on']);
    await expect.poll(() => noticesTo(browser, account.phone)).toEqual(['two-step-on']);
    expect(
      await server.deps
        .sql`select address from notice_links where account_id = ${account.id} and kind = 'two-step-on'`,
    ).toEqual([{ address: '127.0.0.1' }]);
    expect((await byPassword(browse(), account)).data['methods']).toEqual(['totp', 'recovery-code']);
  });

  it('does not take effect after a wrong code or an expired set-up', async () => {
    const { account, browser } = await member();
    expect((await confirm(browser, '123456')).code).toBe('TWO_STEP_SETUP_EXPIRED');
    await server.deps.sql`update accounts set phone = null, name = 'An' where id = ${account.id}`;
    expect(String((await setUp(browser)).data['uri'])).toMatch(/^otpauth:\/\/totp\/VID:An\?/u);
    await server.deps.sql`update accounts set phone = ${account.phone} where id = ${account.id}`;
    const secret = String((await setUp(browser)).data['secret']);
    for (const code of [appCode(secret, 20), 'abcdef', '12345'])
      expect((await confirm(browser, code)).code).toBe('TWO_STEP_CODE_INVALID');
    await server.deps
      .sql`update authenticator_setups set expires_at = now() where account_id = ${account.id}`;
    expect((await confirm(browser, appCode(secret))).code).toBe('TWO_STEP_SETUP_EXPIRED');
    expect(await stateOf(browser)).toMatchObject({ onSince: null });
    expect(await kindsOf(account)).toEqual([]);
    expect((await byPassword(browse(), account)).data['id']).toBe(account.id);
  });

  it('accepts only the code of the newest set-up', async () => {
    const { browser } = await member();
    const first = String((await setUp(browser)).data['secret']);
    const second = String((await setUp(browser)).data['secret']);
    expect((await confirm(browser, appCode(first))).code).toBe('TWO_STEP_CODE_INVALID');
    expect((await confirm(browser, appCode(second))).status).toBe(200);
  });

  it('O4 does not accept the first code again at a sign-in', async () => {
    const { account, browser } = await member();
    const { secret, code: first } = await switchOn(browser);
    const other = browse();
    await byPassword(other, account);
    for (const code of [first, appCode(secret, -1)]) {
      const answer = await other.post(twoStepPath, { mfaToken: 'cookie', code });
      expect(answer.code).toBe('TWO_STEP_CODE_INVALID');
    }
  });

  it('R2 takes effect once even for 10 parallel confirmations', async () => {
    const { account, browser } = await member();
    const code = appCode(String((await setUp(browser)).data['secret']));
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(browser.copy(), code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await kindsOf(account)).toEqual(['two-step.switched-on']);
  });
});

describe('an enabled authenticator app', () => {
  it('works until the first code of the app that replaces it', async () => {
    const { account, browser } = await member();
    const { secret, recoveryCodes } = await switchOn(browser);
    const device = browse();
    await byPassword(device, account);
    const rememberDevice = true;
    const first = { mfaToken: 'cookie', code: appCode(secret, 1), rememberDevice };
    expect((await device.post(twoStepPath, first)).status).toBe(200);

    const next = String((await setUp(browser)).data['secret']);
    expect((await byPassword(device, account)).data['id']).toBe(account.id);
    expect((await confirm(browser, appCode(next))).status).toBe(200);
    expect((await byPassword(device, account)).data['methods']).toBeTruthy();
    for (const body of [{ code: appCode(secret, 1) }, { recoveryCode: recoveryCodes[0] }])
      expect((await device.post(twoStepPath, { mfaToken: 'cookie', ...body })).code).toBe(
        'TWO_STEP_CODE_INVALID',
      );
  });

  it('lets its owner replace the recovery codes', async () => {
    const { account, browser } = await member();
    expect((await replaceCodes(browser)).code).toBe('TWO_STEP_OFF');
    const { recoveryCodes } = await switchOn(browser);
    const fresh = codesOf(await replaceCodes(browser));
    expect(new Set([...recoveryCodes, ...fresh]).size).toBe(20);
    expect(await kindsOf(account)).toEqual(['two-step.switched-on', 'recovery-codes.replaced']);
    await expect
      .poll(() => noticesTo(browser, account.phone))
      .toEqual(['recovery-codes-made', 'two-step-on']);

    const other = browse();
    await byPassword(other, account);
    const give = (recoveryCode: string | undefined) =>
      other.post(twoStepPath, { mfaToken: 'cookie', recoveryCode });
    expect((await give(recoveryCodes[0])).code).toBe('TWO_STEP_CODE_INVALID');
    expect((await give(fresh[0])).status).toBe(200);
    expect(await stateOf(browser)).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('is disabled only once, together with its recovery codes and remembered devices', async () => {
    const { account, browser } = await member();
    const { secret } = await switchOn(browser);
    const device = browse();
    await byPassword(device, account);
    const remembered = { mfaToken: 'cookie', code: appCode(secret, 1), rememberDevice: true };
    expect((await device.post(twoStepPath, remembered)).status).toBe(200);
    const pending = browse();
    await byPassword(pending, account);
    const answers = await Promise.all(Array.from({ length: 5 }, () => switchOff(browser.copy())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(
      await server.deps
        .sql`select from known_devices where account_id = ${account.id} and two_step_until is not null`,
    ).toEqual([]);
    expect(await stateOf(browser)).toEqual({ onSince: null, recoveryCodesLeft: 0, maySwitchOff: true });
    expect(await kindsOf(account)).toEqual(['two-step.switched-on', 'two-step.switched-off']);
    await expect.poll(() => noticesTo(browser, account.phone)).toEqual(['two-step-off', 'two-step-on']);
    const answer = await pending.post(twoStepPath, { mfaToken: 'cookie', code: '123456' });
    expect(answer.code).toBe('TWO_STEP_CODE_INVALID');
    expect((await byPassword(browse(), account)).data['id']).toBe(account.id);
  });
});

describe('every two-step change', () => {
  it('requires the password, which an SMS code does not replace', async () => {
    const [account, browser] = [await createAccount(server), browse()];
    const { phone } = account;
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
    const changes = [setUp, (by: TestBrowser) => confirm(by, '123456'), replaceCodes, switchOff];
    for (const change of changes) {
      const answer = await change(browser);
      expect([answer.status, answer.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    }
    expect((await browser.get(path)).status).toBe(200);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    await switchOn(browser);
  });

  it('S3 requires a session that is still valid', async () => {
    const { browser } = await member();
    await setUp(browser);
    const stale = browser.copy();
    await browser.post('/vid/ajax/auth/logout/all', {});
    for (const change of [setUp, replaceCodes, switchOff])
      expect((await change(stale)).code).toBe('TOKEN_INVALID');
    expect((await setUp(browse())).code).toBe('TOKEN_MISSING');
  });
});

describe('two-step sign-in of an administrator', () => {
  it('requires an app until the account has a passkey', async () => {
    const { account, browser } = await administrator();
    const me = async () => (await browser.get('/vid/ajax/auth/me')).data['mustSetUpTwoStep'];
    expect(await me()).toBe(true);
    await switchOn(browser);
    expect(await me()).toBe(false);
    expect(await stateOf(browser)).toMatchObject({ maySwitchOff: false });
    const answer = await switchOff(browser);
    expect([answer.status, answer.code]).toEqual([403, 'TWO_STEP_REQUIRED']);
    expect(await stateOf(browser)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await kindsOf(account)).toEqual(['two-step.switched-on']);
    await server.deps.sql`
      insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports, is_backup_eligible,
        is_backed_up, aaguid, name, confirms_from)
      values (${newId('psk')}, ${account.id}, ${Buffer.from(account.id)}, 'id.test', '', 0, '{}', false, false, '', 'x',
        now())`;
    expect(await stateOf(browser)).toMatchObject({ maySwitchOff: true });
    expect((await switchOff(browser)).status).toBe(200);
  });

  it('must be set up again after an operator’s password reset', async () => {
    const { keys, sql, background } = server.deps;
    const account = await createAccount(server, { role: 'admin' });
    await addAuthenticatorApp(server, account.id);
    const failures = () =>
      sql`select from password_throttles where phone_hash = ${throttleHash(keys, account.phone)} and failures > 0`;
    await browse().post('/vid/ajax/auth/login/phone', { phone: account.phone, password: otherPassword });
    expect(await failures()).toHaveLength(1);
    await createAdminResetService(server.deps).resetAdminPassword(account.id, otherPassword, {
      actorId: null,
      caller: { address: 'local', requestId: 'r' },
    });
    expect(await failures()).toHaveLength(0);
    await background.idle();
    const sent = (await readOutbox(browse())).filter(({ to }) => to === account.phone);
    expect(sent.map(({ purpose }) => purpose)).toContain('password-reset');
    const browser = browse();
    await signInAdmin(server, browser, { ...account, password: otherPassword });
    expect((await browser.get('/vid/ajax/auth/me')).data['mustSetUpTwoStep']).toBe(true);
    expect(await kindsOf(account)).toEqual(['two-step.switched-off']);
  });

  it('ends a session that began before the account got the role', async () => {
    const { account, browser } = await member();
    expect((await browser.get('/vid/ajax/auth/me')).data['mustSetUpTwoStep']).toBe(false);
    await server.deps.sql`update accounts set role = 'admin' where id = ${account.id}`;
    expect((await browser.get('/vid/ajax/auth/me')).code).toBe('TOKEN_INVALID');
  });
});
