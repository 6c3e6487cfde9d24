import { fieldReasons } from '@vid/contract/field-reasons';
import { rememberDays } from '@vid/contract/limits';
import { auditTrail } from '@vid/testkit/database/audit-trail';
import { appCode } from '@vid/testkit/http/app-code';
import { createAccount, hashOfPreSession, insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { createTwoStepRepo } from '#account/two-step/two-step.repo.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const passwordPath = '/vid/ajax/auth/login/phone';
const otpPath = '/vid/ajax/auth/login/otp';
const twoStepPath = '/vid/ajax/auth/login/two-step';
const me = '/vid/ajax/auth/me';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const browse = () => new TestBrowser(server.app);
type Account = Awaited<ReturnType<typeof createAccount>>;

async function withApp(role: 'user' | 'admin' = 'user') {
  const account = await createAccount(server, { role });
  return { account, ...(await addAuthenticatorApp(server, account.id)) };
}

const byPassword = (browser: TestBrowser, { phone, password }: Account) =>
  browser.post(passwordPath, { phone, password });
const giveCode = (browser: TestBrowser, code: string, more: object = {}) =>
  browser.post(twoStepPath, { mfaToken: 'cookie', code, ...more });
const giveRecoveryCode = (browser: TestBrowser, recoveryCode: string) =>
  browser.post(twoStepPath, { mfaToken: 'cookie', recoveryCode });

async function halfWay(role: 'user' | 'admin' = 'user') {
  const [owner, browser] = [await withApp(role), browse()];
  const { data } = await byPassword(browser, owner.account);
  return { ...owner, browser, mfaToken: String(data['mfaToken']) };
}

async function amrOf({ id }: Account) {
  const rows = await server.deps.sql<{ amr: string[] }[]>`select amr from sessions where account_id = ${id}`;
  return rows.map(({ amr }) => amr);
}

async function countOf(event: 'failed' | 'throttled'): Promise<number> {
  const { values } = await server.deps.metrics.signIn.get();
  return values.find(({ labels }) => labels.method === 'two-step' && labels.event === event)?.value ?? 0;
}

const wrong = (secret: string) => {
  const near = new Set([-1, 0, 1].map((steps) => appCode(secret, steps)));
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? '';
};

describe('the second step', () => {
  it('completes the sign-in of an administrator who has an authenticator app', async () => {
    const { account, secret, browser, mfaToken } = await halfWay('admin');
    expect(mfaToken).toHaveLength(43);
    expect((await giveCode(browser, appCode(secret))).data['role']).toBe('admin');
    expect((await browser.get(me)).data['mustSetUpTwoStep']).toBe(false);
    expect(await amrOf(account)).toEqual([['pwd', 'otp', 'mfa']]);
  });

  it('is not needed after a passkey, even for an administrator', async () => {
    for (const role of ['user', 'admin'] as const) {
      const { account } = await withApp(role);
      const browser = browse();
      const preSession = server.deps.preSessions.make();
      const result = await server.deps.completion.complete({
        account: { accountId: account.id },
        method: 'password',
        amr: ['pop'],
        remember: false,
        caller: { address: '', addressKey: '', userAgent: '', requestId: '', locale: 'vi' },
        browser: { preSession, tokenHash: undefined, devices: [] },
      });
      expect(result.demand).toBeNull();
      expect(await amrOf(account)).toEqual([['pop', 'mfa']]);
      if (result.demand === 'two-step') throw new Error('a passkey needs no second step');
      browser.cookies.set('vid_sid', result.token);
      expect((await browser.get(me)).data['id']).toBe(account.id);
    }
  });

  it('S8 O11 has its token in an HttpOnly cookie, not in the database', async () => {
    const [{ account, secret }, browser] = [await withApp(), browse()];
    const answer = await byPassword(browser, account);
    const cookie = answer.raw.cookies.find(({ name }) => name === 'vid_flow');
    expect(cookie).toMatchObject({ httpOnly: true, maxAge: 600, value: answer.data['mfaToken'] });
    const [step] = await server.deps.sql<{ row: string; minutes: number }[]>`
      select to_jsonb(s)::text as row, round(extract(epoch from expires_at - now()) / 60)::int as minutes
      from sign_in_steps s where account_id = ${account.id}`;
    expect(step?.row).not.toContain(answer.data['mfaToken']);
    expect(step?.minutes).toBe(10);
    const done = await giveCode(browser, appCode(secret));
    expect(done.status).toBe(200);
    expect(browser.cookies.has('vid_flow')).toBe(false);
  });

  it.each([false, true])(
    'keeps the choice of the first step to remember the session (%s)',
    async (remember) => {
      const [{ account, secret }, browser] = [await withApp(), browse()];
      const { phone, password } = account;
      await browser.post(passwordPath, { phone, password, remember });
      const { raw } = await giveCode(browser, appCode(secret));
      const cookie = raw.cookies.find(({ name }) => name === 'vid_sid');
      expect(cookie?.maxAge).toBe(remember ? 2_592_000 : undefined);
    },
  );

  it('S1 is possible only in the browser that proved the first factor', async () => {
    const [{ account, secret }, victim] = [await withApp(), browse()];
    await victim.get('/vid/api/auth/client/config');
    const attacker = victim.copy();
    const { data } = await byPassword(victim, account);
    expect(victim.cookies.get('vid_pre')).not.toBe(attacker.cookies.get('vid_pre'));
    for (const browser of [attacker, browse()]) {
      const body = { mfaToken: data['mfaToken'], code: appCode(secret) };
      expect((await browser.post(twoStepPath, body)).code).toBe('MFA_TOKEN_INVALID');
    }
    expect(await amrOf(account)).toEqual([]);
  });

  it('O6 cannot be skipped, or sent without a first factor', async () => {
    const { account, secret, browser } = await halfWay();
    expect((await browser.get(me)).code).toBe('TOKEN_MISSING');
    for (const body of [{}, { code: appCode(secret) }, { mfaToken: 'cookie' }, { mfaToken: null, code: '1' }])
      expect((await browser.post(twoStepPath, body)).status).toBe(400);
    const both = { mfaToken: 'cookie', code: appCode(secret), recoveryCode: 'x' };
    const refused = await browser.post(twoStepPath, both);
    expect([refused.code, refused.fields]).toEqual(['VALIDATION_FAILED', { code: fieldReasons.required.vi }]);
    expect((await giveCode(browse(), appCode(secret))).code).toBe('MFA_TOKEN_INVALID');
    expect(await amrOf(account)).toEqual([]);
  });

  it('is refused if its stored method is unknown', async () => {
    const { account, secret, browser } = await halfWay();
    await server.deps.sql`update sign_in_steps set method = 'other' where account_id = ${account.id}`;
    expect((await giveCode(browser, appCode(secret))).code).toBe('MFA_TOKEN_INVALID');
    expect(await amrOf(account)).toEqual([]);
  });

  it('is refused after it expires', async () => {
    const { account, secret, browser } = await halfWay();
    await server.deps.sql`update sign_in_steps set expires_at = now() where account_id = ${account.id}`;
    expect((await giveCode(browser, appCode(secret))).code).toBe('MFA_TOKEN_INVALID');
    expect(await amrOf(account)).toEqual([]);
  });

  it('O12 gives no session to an account locked after the first step', async () => {
    const { account, secret, browser } = await halfWay();
    await server.deps.sql`update accounts set status = 'locked' where id = ${account.id}`;
    const answer = await giveCode(browser, appCode(secret));
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(await amrOf(account)).toEqual([]);
  });

  it('P10 is no longer possible after a new password', async () => {
    const { account, secret, browser } = await halfWay();
    const other = browse();
    const otpToken = await insertOtpToken(server, other, account.phone, 'forget-password');
    const body = { phone: account.phone, otpToken, newPassword: otherPassword };
    expect((await other.post('/vid/api/users/password/forget', body)).status).toBe(200);
    expect((await giveCode(browser, appCode(secret))).code).toBe('MFA_TOKEN_INVALID');
    const again = await byPassword(browse(), { ...account, password: otherPassword });
    expect(again.data['methods']).toEqual(['totp', 'recovery-code']);
  });

  it('keeps the browser’s sign-on requests through both steps', async () => {
    const { sql, applications } = server.deps;
    const clientId = 'shop-web';
    await applications.add({ code: 'shop', name: 'shop' });
    await applications.addClient('shop', {
      clientId,
      kind: 'web',
      redirectUris: ['https://shop.example.vn/cb'],
    });
    const [{ account, secret }, browser] = [await withApp(), browse()];
    await sql`
      insert into sso_transactions (pre_session_hash, client_id, redirect_uri, expires_at)
      values (${await hashOfPreSession(server, browser)}, ${clientId}, 'https://shop.example.vn/cb', now() + interval '1 hour')`;
    await byPassword(browser, account);
    expect((await giveCode(browser, appCode(secret))).status).toBe(200);
    expect(
      await sql`select client_id from sso_transactions where pre_session_hash = ${await hashOfPreSession(server, browser)}`,
    ).toEqual([{ clientId }]);
  });

  it('replaces the browser’s session only when it is complete', async () => {
    const [{ account, secret }, browser] = [await withApp(), browse()];
    await byPassword(browser, account);
    await giveCode(browser, appCode(secret));
    await byPassword(browser, account);
    expect((await browser.get(me)).data['id']).toBe(account.id);
    expect(await amrOf(account)).toHaveLength(1);
    expect((await giveCode(browser, appCode(secret, 1))).status).toBe(200);
    expect(await amrOf(account)).toHaveLength(1);
  });
});

describe('a code of the authenticator app', () => {
  it('O4 is read with spaces and full-width digits, and accepted only once', async () => {
    const { account, secret, browser } = await halfWay();
    const code = appCode(secret);
    const wide = code.replaceAll(/\d/gu, (digit) => String.fromCodePoint(Number(digit) + 0xff10));
    const typed = ` ${wide.slice(0, 3)} ${wide.slice(3)} `;
    expect((await giveCode(browser, typed)).status).toBe(200);

    const other = browse();
    await byPassword(other, account);
    for (const replay of [code, `${code} `, appCode(secret, -1)]) {
      const answer = await giveCode(other, replay);
      expect([answer.status, answer.code]).toEqual([400, 'TWO_STEP_CODE_INVALID']);
    }
    expect((await giveCode(other, appCode(secret, 1))).status).toBe(200);
  });

  it('R2 starts only one session in 20 parallel requests of several browsers', async () => {
    const { account, secret } = await withApp();
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = browse();
        await byPassword(browser, account);
        return browser;
      }),
    );
    const code = appCode(secret);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => giveCode((browsers[index % 4] ?? browse()).copy(), code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await amrOf(account)).toHaveLength(1);
  });

  it('O1 O2 may be entered wrongly five times per step', async () => {
    const { account, secret, browser } = await halfWay();
    const before = await countOf('failed');
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => giveCode(browser.copy(), wrong(secret))),
    );
    const left = guesses.flatMap(({ details }) => details?.['attemptsLeft'] ?? []);
    expect(new Set(left)).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(left).toHaveLength(5);
    expect(guesses.filter(({ code }) => code === 'MFA_TOKEN_INVALID')).toHaveLength(15);
    expect((await giveCode(browser, appCode(secret))).code).toBe('MFA_TOKEN_INVALID');
    expect(await amrOf(account)).toEqual([]);
    expect(await countOf('failed')).toBe(before + 5);
    expect(await auditTrail(server, account.id, 'sign-in.failed')).toEqual(
      Array.from({ length: 5 }, () => ['sign-in.failed', null, { method: 'two-step', reason: 'code' }]),
    );
  });

  it('O3 may be entered wrongly ten times a day on unknown devices', async () => {
    const { account, secret, recoveryCodes } = await withApp();
    const known = browse();
    await byPassword(known, account);
    await giveCode(known, appCode(secret));

    for (let step = 0; step < 2; step += 1) {
      const stranger = browse();
      await byPassword(stranger, account);
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect((await giveCode(stranger, wrong(secret))).code).toBe('TWO_STEP_CODE_INVALID');
    }
    const stranger = browse();
    await byPassword(stranger, account);
    const before = await countOf('throttled');
    const throttled = await giveCode(stranger, appCode(secret, 1));
    expect(await countOf('throttled')).toBe(before + 1);
    expect([throttled.status, throttled.code]).toEqual([429, 'TWO_STEP_THROTTLED']);
    expect(Number(throttled.raw.headers['retry-after'])).toBeGreaterThan(86_000);

    // Wrong codes of strangers must block neither the recovery codes nor the owner's devices.
    expect((await giveRecoveryCode(stranger, recoveryCodes[0] ?? '')).status).toBe(200);
    await byPassword(known, account);
    expect((await giveCode(known, appCode(secret, 1))).status).toBe(200);
  });

  it('is not counted as an attempt if it is correct', async () => {
    const { account, secret } = await withApp();
    for (let use = 0; use < 12; use += 1) {
      await server.deps.sql`update authenticator_apps set last_step = 0 where account_id = ${account.id}`;
      const browser = browse();
      await byPassword(browser, account);
      expect((await giveCode(browser, appCode(secret))).status).toBe(200);
    }
  });
});

describe('a recovery code', () => {
  it('signs in once, and notifies the owner', async () => {
    const { account, recoveryCodes, browser } = await halfWay();
    const [code = ''] = recoveryCodes;
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await giveRecoveryCode(browser, typed)).status).toBe(200);
    expect(await amrOf(account)).toEqual([['pwd', 'otp', 'mfa']]);
    const textsTo = async () =>
      (await readOutbox(browser))
        .filter(({ to, purpose }) => to === account.phone && purpose !== 'new-device')
        .map(({ text }) => text);
    await expect
      .poll(textsTo)
      .toEqual([expect.stringMatching(/^VID: Da dung mot ma khoi phuc \(.*\)\. .*\/vid\/web\/not-me#/u)]);
    const events = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'recovery-code.used'`;
    expect(events.map(({ details }) => details)).toEqual([{ left: 9 }]);

    const other = browse();
    await byPassword(other, account);
    expect((await giveRecoveryCode(other, code)).code).toBe('TWO_STEP_CODE_INVALID');
    expect(await auditTrail(server, account.id, 'sign-in.failed')).toEqual([
      ['sign-in.failed', null, { method: 'two-step', reason: 'recovery-code' }],
    ]);
    expect((await giveRecoveryCode(other, recoveryCodes[1] ?? '')).status).toBe(200);
  });

  it('does not use up an attempt if it is mistyped', async () => {
    const { recoveryCodes, browser } = await halfWay();
    const [code = ''] = recoveryCodes;
    for (let count = 0; count < 6; count += 1)
      expect((await giveRecoveryCode(browser, `${code.slice(0, -1)}Đ`)).code).toBe('VALIDATION_FAILED');
    expect((await giveRecoveryCode(browser, code)).status).toBe(200);
  });

  it('R2 starts only one session in 20 parallel requests of several browsers', async () => {
    const { account, recoveryCodes } = await withApp();
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = browse();
        await byPassword(browser, account);
        return browser;
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        giveRecoveryCode((browsers[index % 4] ?? browse()).copy(), recoveryCodes[0] ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await amrOf(account)).toHaveLength(1);
  });

  it('is refused if it belongs to another account', async () => {
    const [{ browser }, other] = [await halfWay(), await withApp()];
    expect((await giveRecoveryCode(browser, other.recoveryCodes[0] ?? '')).code).toBe(
      'TWO_STEP_CODE_INVALID',
    );
  });
});

describe('a remembered device', () => {
  it('makes the code unnecessary only for its own member', async () => {
    const { account, secret, browser } = await halfWay();
    await giveCode(browser, appCode(secret), { rememberDevice: true });
    expect((await byPassword(browser, account)).data['id']).toBe(account.id);
    const [device] = await server.deps.sql<{ days: number }[]>`
      select round(extract(epoch from two_step_until - now()) / 86400)::int as days from known_devices
      where account_id = ${account.id}`;
    expect(device?.days).toBe(rememberDays);

    expect((await byPassword(browse(), account)).data['methods']).toBeTruthy();
    const other = await withApp();
    expect((await byPassword(browser.copy(), other.account)).data['methods']).toBeTruthy();

    const { phone } = account;
    const otpToken = await insertOtpToken(server, browser, phone, 'signin');
    expect((await browser.post(otpPath, { phone, otpToken })).data['id']).toBe(account.id);
    await server.deps.sql`update known_devices set two_step_until = now() where account_id = ${account.id}`;
    expect((await byPassword(browser, account)).data['methods']).toBeTruthy();
  });

  it('is stored only if the member asks for it', async () => {
    const { account, secret, browser } = await halfWay();
    await giveCode(browser, appCode(secret));
    expect((await byPassword(browser, account)).data['methods']).toBeTruthy();
    await giveCode(browser, appCode(secret, 1), { rememberDevice: true });
    const until = async () => {
      const [row] = await server.deps.sql<{ twoStepUntil: Date }[]>`
        select two_step_until from known_devices where account_id = ${account.id}`;
      return row?.twoStepUntil.getTime();
    };
    const before = await until();
    await byPassword(browser, account);
    expect(await until()).toBe(before);
  });

  it('K1 needs the code again after its session is ended in another session', async () => {
    const { account, secret, browser } = await halfWay();
    await giveCode(browser, appCode(secret), { rememberDevice: true });
    const owner = browse();
    await byPassword(owner, account);
    await giveCode(owner, appCode(secret, 1));
    const [session] = (await owner.get('/vid/api/sessions')).raw
      .json<{ data: { id: string; isCurrent: boolean }[] }>()
      .data.filter(({ isCurrent }) => !isCurrent);
    expect((await owner.call('DELETE', `/vid/api/sessions/${session?.id}`)).status).toBe(200);
    expect((await byPassword(browser, account)).data['methods']).toBeTruthy();
  });

  it('is not stored for an administrator', async () => {
    const [{ account, secret }, browser] = [await withApp('admin'), browse()];
    expect((await byPassword(browser, account)).data['mayRememberDevice']).toBe(false);
    await giveCode(browser, appCode(secret), { rememberDevice: true });
    expect((await byPassword(browser, account)).data['methods']).toBeTruthy();
  });
});

const hash = (n: number) => Buffer.alloc(32, n);

describe('the rows of two-step sign-in', () => {
  it('allow the secret of the latest set-up to be activated once', () =>
    atOneMoment(server, async (tx) => {
      const repo = createTwoStepRepo(tx);
      const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
      const confirm = (sealedSecret: Buffer) =>
        repo.confirmSetup(tx, { accountId, sealedSecret, lastStep: 7 });
      await repo.startSetup(accountId, { sealedSecret: hash(1), seconds: 60 });
      await repo.startSetup(accountId, { sealedSecret: hash(2), seconds: 600 });
      const [row] =
        await tx`select expires_at - now() = interval '10 minutes' as is_renewed from authenticator_setups where account_id = ${accountId}`;
      expect(row).toEqual({ isRenewed: true });
      expect(await repo.findSetup(accountId)).toMatchObject({ sealedSecret: hash(2) });
      expect(await repo.findSetup(other.id)).toBeUndefined();
      await tx`update authenticator_setups set expires_at = now()`;
      expect(await repo.findSetup(accountId)).toBeUndefined();
      expect(await confirm(hash(2))).toBe(false);
      await tx`update authenticator_setups set expires_at = now() + interval '1 microsecond'`;
      expect(await confirm(hash(1))).toBe(false);
      await tx`insert into authenticator_apps (account_id, sealed_secret, last_step, confirmed_at) values (${accountId}, ${hash(3)}, 9, now() - interval '1 day')`;
      expect([await confirm(hash(2)), await confirm(hash(2))]).toEqual([true, false]);
      expect(
        await tx`select sealed_secret, last_step, confirmed_at = now() as is_now from authenticator_apps where account_id = ${accountId}`,
      ).toEqual([{ sealedSecret: hash(2), lastStep: 7, isNow: true }]);
      const steps = [await repo.useTimeStep(tx, accountId, 7), await repo.useTimeStep(tx, accountId, 8)];
      expect([...steps, await repo.useTimeStep(tx, accountId, 8)]).toEqual([false, true, false]);
      await repo.startSetup(accountId, { sealedSecret: hash(4), seconds: 60 });
      expect(await repo.remove(tx, accountId)).toBe(true);
      expect(await repo.findSetup(accountId)).toBeUndefined();
    }));

  it('contain recovery codes that work once, for their own account', () =>
    atOneMoment(server, async (tx) => {
      const repo = createTwoStepRepo(tx);
      const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
      expect(await repo.getCodeAge(tx, accountId)).toBe(0);
      await repo.replaceRecoveryCodes(tx, accountId, [hash(1)]);
      await repo.replaceRecoveryCodes(tx, accountId, [hash(2), hash(3)]);
      await repo.replaceRecoveryCodes(tx, other.id, [hash(4)]);
      const has = (code: Buffer, id = accountId) => repo.hasRecoveryCode(tx, id, code);
      expect([await has(hash(1)), await has(hash(2)), await has(hash(2), other.id)]).toEqual([
        false,
        true,
        false,
      ]);
      const use = (code: Buffer, id = accountId) => repo.useRecoveryCode(tx, id, code);
      expect([await use(hash(2), other.id), await use(hash(2)), await use(hash(2))]).toEqual([
        false,
        true,
        false,
      ]);
      expect(await has(hash(2))).toBe(false);
      expect(await repo.getState(tx, accountId)).toMatchObject({ recoveryCodesLeft: 1 });
      await tx`update recovery_codes set created_at = now() - interval '90.9 seconds' where account_id = ${accountId}`;
      expect(await repo.getCodeAge(tx, accountId)).toBe(90);
    }));
});
