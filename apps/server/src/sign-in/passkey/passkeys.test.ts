import { fieldReasons } from '@vid/contract/field-reasons';
import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, insertOtpToken, signIn, signInAdmin } from '@vid/testkit/accounts';
import { TestAuthenticator } from '@vid/testkit/sign-in/authenticator';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { addPasskey, passkeyOptions, sendNewPasskey, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { passkeyLimits } from '@vid/contract/limits';
import { createPasskeyRepo } from '#account/passkeys/passkey.repo.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/passkeys';
const optionsPath = '/vid/api/passkey-options';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

type Listed = {
  id: string;
  name: string;
  provider: string | null;
  isSynced: boolean;
  lastUsedAt: string | null;
  heldUntil: string | null;
};
type Options = { user: { id: string; name: string }; excludeCredentials: { id: string }[] };

const browse = (app = server.app): TestBrowser => new TestBrowser(app);
const listOf = async (browser: TestBrowser) =>
  (await browser.get(path)).raw.json<{ data: readonly Listed[] }>().data;
const optionsOf = async (browser: TestBrowser) =>
  (await browser.post(optionsPath)).raw.json<{ data: Options }>().data;
const age = (accountId: string) => server.deps.sql`
  update sessions set authenticated_at = now() - interval '1 hour', confirmed_at = null
  where account_id = ${accountId}`;
const kinds = async (accountId: string) =>
  (
    await server.deps.sql<{ kind: string }[]>`
      select kind from audit_events where account_id = ${accountId} and kind like 'passkey.%' order by id`
  ).map(({ kind }) => kind);
const notices = async (phone: string) =>
  (
    await server.deps.sql<
      { purpose: string }[]
    >`select type as purpose from deliveries where phone = ${phone} and type like 'passkey-%' order by created_at`
  ).map(({ purpose }) => purpose);

const isDue = async (browser: TestBrowser) => (await browser.get('/vid/api/passkey-offer')).data['isDue'];
const sessionOf = (browser: TestBrowser) => server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));

async function member() {
  const [account, browser] = [await createAccount(server, { name: 'Minh Anh' }), browse()];
  await signIn(browser, account);
  return { account, browser };
}

async function memberByCode() {
  const [account, browser] = [await createAccount(server), browse()];
  const otpToken = await insertOtpToken(server, browser, account.phone, 'signin');
  await browser.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
  return { account, browser };
}

describe('the creation of a passkey', () => {
  it('requires a discoverable key and user verification, and asks for no attestation', async () => {
    const { account, browser } = await member();
    const { challenge, user, ...rest } = (await browser.post(optionsPath)).data;
    expect(String(challenge)).toMatch(/^[\w-]{48}$/u);
    expect(user).toMatchObject({ name: `0${account.phone.slice(3)}`, displayName: 'Minh Anh' });
    expect(rest).toEqual({
      rp: { id: 'localhost', name: 'VID' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
  });

  it('names the passkey after its provider, or else after the device', async () => {
    const { account, browser } = await member();
    await addPasskey(browser, new TestAuthenticator({ aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' }));
    await addPasskey(browser, new TestAuthenticator({ isBackedUp: false }));
    expect(await listOf(browser)).toMatchObject([
      { name: 'Chrome trên Android', provider: null, isSynced: false, lastUsedAt: null },
      { name: 'Google Password Manager', provider: 'Google Password Manager', isSynced: true },
    ]);
    const events = await server.deps.sql`
      select kind, details - 'passkeyId' as details from audit_events
      where account_id = ${account.id} and kind like 'passkey.%' order by id`;
    expect(events).toMatchObject([
      { kind: 'passkey.added', details: { aaguid: expect.stringMatching(/^ea9b8d66/u), isBackedUp: true } },
      { kind: 'passkey.added', details: { isBackedUp: false } },
    ]);
    expect(await notices(account.phone)).toEqual(['passkey-added', 'passkey-added']);
  });

  it('keeps one random user handle per account, and excludes the account’s passkeys', async () => {
    const [{ account, browser }, other] = [await member(), await member()];
    const first = await optionsOf(browser);
    const { device, id } = await addPasskey(browser);
    const next = await addPasskey(browser);
    const second = await optionsOf(browser);
    expect(second.excludeCredentials.map((excluded) => excluded.id)).toEqual([device.id, next.device.id]);
    await browser.call('DELETE', `${path}/${id}`);
    expect((await optionsOf(browser)).user.id).toBe(first.user.id);
    expect((await optionsOf(other.browser)).user.id).not.toBe(first.user.id);
    expect(first.user.id).toMatch(/^[\w-]{43}$/u);
    expect(Buffer.from(first.user.id, 'base64url').toString('latin1')).not.toContain(account.phone);
  });

  it('is followed by signals that list the account’s remaining passkeys', async () => {
    const signals = '/vid/api/passkey-signals';
    const [{ account, browser }, other] = [await member(), await member()];
    const names = { rpId: 'localhost', name: `0${account.phone.slice(3)}`, displayName: 'Minh Anh' };
    expect((await browser.get(signals)).data).toEqual({ ...names, userId: null, credentialIds: [] });
    const [kept, removed] = [await addPasskey(browser), await addPasskey(browser)];
    const last = await addPasskey(browser);
    await addPasskey(other.browser);
    await browser.call('DELETE', `${path}/${removed.id}`);
    const userId = (await optionsOf(browser)).user.id;
    expect((await browser.get(signals)).data).toEqual({
      ...names,
      userId,
      credentialIds: [kept.device.id, last.device.id],
    });
  });

  it('accepts a recent sign-in by code, and requires a confirmation an hour later', async () => {
    const { account, browser } = await memberByCode();
    expect((await sendNewPasskey(browser, new TestAuthenticator())).status).toBe(200);
    await age(account.id);
    const answer = await browser.post(optionsPath);
    expect([answer.status, answer.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect((await sendNewPasskey(browser, new TestAuthenticator())).status).toBe(200);
  });

  it('R2 succeeds once per response, and only in the session that requested it', async () => {
    const { account, browser } = await member();
    const other = browse();
    await signIn(other, account);
    const passkey = new TestAuthenticator().create(await passkeyOptions(browser, optionsPath));
    expect((await other.post(path, { passkey })).code).toBe('PASSKEY_INVALID');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.copy().post(path, { passkey })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'PASSKEY_INVALID')).toHaveLength(9);
    expect(await listOf(browser)).toHaveLength(1);
  });

  it.each([
    ['for another origin', { origin: 'https://evil.test' }],
    ['for another RP id', { rpId: 'evil.test' }],
    ['without user verification', { verifiesUser: false }],
    ['from inside a frame', { crossOrigin: true }],
  ])('rejects a response %s', async (_case, change) => {
    const { browser } = await member();
    const answer = await sendNewPasskey(browser, new TestAuthenticator(change));
    expect([answer.status, answer.code]).toEqual([400, 'PASSKEY_INVALID']);
    expect(await listOf(browser)).toEqual([]);
  });

  it('rejects a sign-in challenge and malformed responses', async () => {
    const { browser } = await member();
    const options = await passkeyOptions(browser, optionsPath);
    const visitor = await passkeyOptions(browser, '/vid/ajax/auth/login/passkey/options');
    const wrong = new TestAuthenticator().create({ ...visitor, user: options.user });
    expect((await browser.post(path, { passkey: wrong })).code).toBe('PASSKEY_INVALID');
    const passkey = new TestAuthenticator().create(options);
    const { response } = passkey;
    for (const value of [undefined, null, [], {}, { ...passkey, accountId: 'acc_x' }])
      expect((await browser.post(path, { passkey: value })).status).toBe(400);
    const broken = { ...passkey, response: { ...response, attestationObject: 'AAAA' } };
    expect((await browser.post(path, { passkey: broken })).code).toBe('PASSKEY_INVALID');
    expect(await listOf(browser)).toEqual([]);
  });

  it('M2 rejects a passkey that an account already has', async () => {
    const [owner, other] = [await member(), await member()];
    const { device } = await addPasskey(owner.browser);
    for (const { browser } of [owner, other]) {
      const answer = await browser.post(path, {
        passkey: device.create(await passkeyOptions(browser, optionsPath)),
      });
      expect([answer.status, answer.code]).toEqual([409, 'PASSKEY_EXISTS']);
    }
    expect(await listOf(other.browser)).toEqual([]);
    device.create(await passkeyOptions(owner.browser, optionsPath));
    expect((await signInByPasskey(browse(), device)).data['id']).toBe(owner.account.id);
  });

  it('R2 adds at most 20 passkeys per account, even for parallel requests', async () => {
    const { account, browser } = await member();
    for (let count = 0; count < 18; count += 1) await addPasskey(browser);
    const responses: ReturnType<TestAuthenticator['create']>[] = [];
    for (let count = 0; count < 6; count += 1)
      responses.push(new TestAuthenticator().create(await passkeyOptions(browser, optionsPath)));
    const answers = await Promise.all(responses.map((passkey) => browser.copy().post(path, { passkey })));
    expect(answers.map(({ code }) => code ?? 'ok').toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'PASSKEY_LIMIT'),
      'ok',
      'ok',
    ]);
    expect((await browser.post(optionsPath)).code).toBe('PASSKEY_LIMIT');
    const rows = await server.deps.sql`select from passkeys where account_id = ${account.id}`;
    expect(rows.count).toBe(20);
  });

  it('P10 rejects a session that ends while the device creates the passkey', async () => {
    const { account, browser } = await member();
    const passkey = new TestAuthenticator().create(await passkeyOptions(browser, optionsPath));
    const session = await server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));
    await server.deps.sql.begin((tx) => server.deps.endAccess(tx, account));
    const caller = callerAt('::1');
    await expect(
      server.deps.modules.passkey.passkeys.add({ session, passkey, caller }),
    ).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
    expect((await server.deps.sql`select from passkeys where account_id = ${account.id}`).count).toBe(0);
  });
});

it('an administrator without a second factor adds a passkey despite a hold', async () => {
  const { account, browser } = await member();
  await server.deps.sql`
    update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
  expect((await browser.post(optionsPath)).code).toBe('CHANGE_ON_HOLD');
  const admin = await createAccount(server, { role: 'admin' });
  const admins = browse();
  await signInAdmin(server, admins, admin);
  await server.deps.sql`
    update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${admin.id}`;
  await addPasskey(admins);
  expect(await kinds(admin.id)).toEqual(['passkey.added']);
});

describe('the passkeys of an account', () => {
  it('can be renamed to a valid name', async () => {
    const { account, browser } = await member();
    const { id } = await addPasskey(browser);
    const answer = await browser.call('PATCH', `${path}/${id}`, { name: '  Điện  thoại của mẹ ' });
    expect([answer.status, answer.data['name']]).toEqual([200, 'Điện thoại của mẹ']);
    for (const [name, wrong] of [
      [' ', { name: fieldReasons.required.vi }],
      ['x'.repeat(101), { name: fieldReasons.tooLong.vi }],
      ['a\u0000', {}],
      ['\u202eabc', { name: fieldReasons.characters.vi }],
    ] as const) {
      const { status, code, fields } = await browser.call('PATCH', `${path}/${id}`, { name });
      expect([status, code, fields]).toEqual([400, 'VALIDATION_FAILED', wrong]);
    }
    expect((await listOf(browser)).map(({ name }) => name)).toEqual(['Điện thoại của mẹ']);
    expect((await auditTrail(server, account.id, 'passkey')).slice(1)).toEqual([
      ['passkey.renamed', 'owner', { passkeyId: id }],
    ]);
  });

  it('are removed only after a confirmation that is stronger than a one-time code', async () => {
    const { account, browser } = await memberByCode();
    const { device, id } = await addPasskey(browser);
    const refused = await browser.call('DELETE', `${path}/${id}`);
    expect([refused.status, refused.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    const answer = await browser.call('DELETE', `${path}/${id}`);
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    expect((await browser.call('DELETE', `${path}/${id}`)).code).toBe('PASSKEY_NOT_FOUND');
    expect((await signInByPasskey(browse(), device)).code).toBe('PASSKEY_UNKNOWN');
    expect(await auditTrail(server, account.id, 'passkey')).toMatchObject([
      ['passkey.added', 'owner', { passkeyId: id }],
      ['passkey.removed', 'owner', { passkeyId: id }],
    ]);
    expect(await notices(account.phone)).toEqual(['passkey-added', 'passkey-removed']);
  });

  it('are not removed during a hold', async () => {
    const { account, browser } = await memberByCode();
    const { id } = await addPasskey(browser);
    await server.deps.sql`
      update accounts set sensitive_hold_until = now() + interval '1 hour' where id = ${account.id}`;
    const remove = async () => (await browser.call('DELETE', `${path}/${id}`)).code;
    expect(await remove()).toBe('CHANGE_ON_HOLD');
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect(await remove()).toBe('CHANGE_ON_HOLD');
    expect(await listOf(browser)).toHaveLength(1);
  });

  it('R2 cannot all be removed from an account without a password', async () => {
    const { account, browser } = await member();
    const ids = [(await addPasskey(browser)).id, (await addPasskey(browser)).id];
    const { sql } = server.deps;
    await sql`delete from password_credentials where account_id = ${account.id}`;
    const answers = await Promise.all(ids.map((id) => browser.copy().call('DELETE', `${path}/${id}`)));
    expect(answers.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual([
      '200 undefined',
      '409 LAST_CREDENTIAL',
    ]);
    expect(await listOf(browser)).toHaveLength(1);
    expect(await kinds(account.id)).toEqual(['passkey.added', 'passkey.added', 'passkey.removed']);
  });

  it('R2 cannot all be removed from an administrator without an authenticator app', async () => {
    const [account, browser] = [await createAccount(server, { role: 'admin' }), browse()];
    await signInAdmin(server, browser, account);
    const { id } = await addPasskey(browser);
    const remove = () => browser.copy().call('DELETE', `${path}/${id}`);
    const refused = await remove();
    expect([refused.status, refused.code]).toEqual([403, 'TWO_STEP_REQUIRED']);
    expect(await listOf(browser)).toHaveLength(1);
    await addAuthenticatorApp(server, account.id);
    const answers = await Promise.all([remove(), browser.copy().call('DELETE', '/vid/api/users/two-step')]);
    expect(answers.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual([
      '200 undefined',
      '403 TWO_STEP_REQUIRED',
    ]);
  });

  it('M2 cannot be seen, renamed or removed by another account', async () => {
    const [owner, other] = [await member(), await member()];
    const { id } = await addPasskey(owner.browser);
    expect(await listOf(other.browser)).toEqual([]);
    for (const answer of [
      await other.browser.call('PATCH', `${path}/${id}`, { name: 'x' }),
      await other.browser.call('DELETE', `${path}/${id}`),
    ])
      expect([answer.status, answer.code]).toEqual([404, 'PASSKEY_NOT_FOUND']);
    expect(await listOf(owner.browser)).toHaveLength(1);
    expect((await browse().get(path)).code).toBe('TOKEN_MISSING');
  });
});

describe('the offer to add a passkey', () => {
  it('appears after a sign-in by code, but not by password or passkey', async () => {
    const { browser } = await memberByCode();
    expect(await isDue(browser)).toBe(true);
    const { device } = await addPasskey(browser);
    const returning = browse();
    await signInByPasskey(returning, device);
    expect(await isDue(returning)).toBe(false);
    await server.deps.sql`update passkeys set confirms_from = now()`;
    const options = await passkeyOptions(browser, '/vid/ajax/auth/reauthenticate/passkey/options');
    await browser.post('/vid/ajax/auth/reauthenticate', { passkey: device.get(options) });
    expect(await isDue(browser)).toBe(false);
    expect(await isDue((await member()).browser)).toBe(false);
  });

  it('does not appear for 30 days after the answer “not now”', async () => {
    const { account, browser } = await memberByCode();
    // The first options create the account's user handle, which the answer “not now” must not change.
    const handle = (await optionsOf(browser)).user.id;
    expect((await browser.post('/vid/api/passkey-offer/decline')).raw.json()).toEqual({ data: true });
    expect((await optionsOf(browser)).user.id).toBe(handle);
    const other = browse();
    const otpToken = await insertOtpToken(server, other, account.phone, 'signin');
    await other.post('/vid/ajax/auth/login/otp', { phone: account.phone, otpToken });
    expect([await isDue(browser), await isDue(other)]).toEqual([false, false]);
    const [left] = await server.deps.sql<{ days: number }[]>`
      select extract(epoch from offer_after - now())::float8 / 86400 as days from passkey_users
      where account_id = ${account.id}`;
    expect(left?.days).toBeCloseTo(30, 2);
    await server.deps.sql`update passkey_users set offer_after = now() where account_id = ${account.id}`;
    expect(await isDue(other)).toBe(true);
  });
});

describe('a confirmation with a passkey', () => {
  const confirm = '/vid/ajax/auth/reauthenticate';
  const send = async (browser: TestBrowser, device: TestAuthenticator) =>
    browser.post(confirm, {
      passkey: device.get(await passkeyOptions(browser, `${confirm}/passkey/options`)),
    });

  it('confirms the session once per challenge', async () => {
    const { account, browser } = await member();
    const { device } = await addPasskey(browser, new TestAuthenticator({ counter: 3 }));
    await age(account.id);
    expect((await browser.get(confirm)).data).toMatchObject({ passkey: true });
    const passkey = device.get(await passkeyOptions(browser, `${confirm}/passkey/options`));
    expect((await browser.post(confirm, { passkey })).raw.json()).toEqual({ data: true });
    expect(await sessionOf(browser)).toMatchObject({
      isRecent: true,
      isConfirmed: true,
      amr: ['pwd', 'pop'],
    });
    expect((await browser.post(confirm, { passkey })).code).toBe('PASSKEY_INVALID');
    const [row] = await server.deps.sql`select counter from passkeys where account_id = ${account.id}`;
    expect(row?.counter).toBe('4');
  });

  it('is refused during the hold of a passkey added after a code', async () => {
    const { account, browser } = await memberByCode();
    const { device, id } = await addPasskey(browser);
    const [listed] = await listOf(browser);
    expect(Date.parse(listed?.heldUntil ?? '') - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect((await browser.get(confirm)).data).toMatchObject({ passkey: false });
    const held = await send(browser, device);
    expect([held.status, held.code]).toEqual([403, 'PASSKEY_ON_HOLD']);
    expect(await sessionOf(browser)).toMatchObject({ isConfirmed: false });
    const returning = browse();
    expect((await signInByPasskey(returning, device)).status).toBe(200);
    expect(await sessionOf(returning)).toMatchObject({ isConfirmed: false, amr: ['pop', 'mfa'] });
    expect((await returning.call('DELETE', `${path}/${id}`)).code).toBe('REAUTHENTICATION_REQUIRED');
    await server.deps.sql`update passkeys set confirms_from = now() where account_id = ${account.id}`;
    expect((await send(returning, device)).status).toBe(200);
    expect(await sessionOf(returning)).toMatchObject({ isConfirmed: true });
    expect(await listOf(browser)).toMatchObject([{ heldUntil: null }]);
  });

  it('is refused with another account’s passkey or a sign-in challenge', async () => {
    const [{ account, browser }, other] = [await member(), await member()];
    const { device } = await addPasskey(browser, new TestAuthenticator({ counter: 3 }));
    const { device: foreign } = await addPasskey(other.browser);
    await age(account.id);
    expect((await send(browser, foreign)).code).toBe('PASSKEY_INVALID');
    const visitor = await passkeyOptions(browser, '/vid/ajax/auth/login/passkey/options');
    expect((await browser.post(confirm, { passkey: device.get(visitor) })).code).toBe('PASSKEY_INVALID');
    device.behaviour.counter = 1;
    expect((await send(browser, device)).code).toBe('PASSKEY_INVALID');
    expect(await kinds(account.id)).toEqual(['passkey.added', 'passkey.counter-regressed']);
    expect(await sessionOf(browser)).toMatchObject({ isConfirmed: false });
    await browser.post(confirm, {
      passkey: {
        ...foreign.get(await passkeyOptions(browser, `${confirm}/passkey/options`)),
        id: device.id,
      },
    });
    const [failure] = await server.deps.sql`
      select details from audit_events where account_id = ${account.id} and kind = 'sign-in.failed'`;
    expect(failure?.['details']).toMatchObject({ method: 'reauthenticate', reason: 'passkey' });
  });
});

const hash = (n: number) => Buffer.alloc(32, n);
const rowOf = (accountId: string, n: number) => ({
  id: `psk_${n}`,
  accountId,
  credentialId: hash(n),
  rpId: 'localhost',
  publicKey: hash(n),
  counter: 0,
  transports: [],
  isBackupEligible: false,
  isBackedUp: false,
  aaguid: '',
  name: String(n),
});

describe('the passkey repository', () => {
  it('stores a passkey’s use only if its counter grows or stays zero', () =>
    atOneMoment(server, async (tx) => {
      const repo = createPasskeyRepo(tx);
      const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
      await repo.insert(tx, rowOf(accountId, 1), 0);
      const use = {
        id: 'psk_1',
        accountId,
        isBackupEligible: true,
        isBackedUp: true,
        challengeHash: hash(9),
      };
      const after = (counter: number, account = accountId) =>
        repo.use(tx, { ...use, accountId: account, counter, isBackupChanged: false, mayConfirm: true });
      expect(await after(0, other.id)).toBe(false);
      const outcomes = [];
      for (const counter of [0, 0, 5, 5, 4, 0]) outcomes.push(await after(counter));
      expect(outcomes).toEqual([true, true, true, false, false, false]);
      expect(
        await tx`select counter, is_backup_eligible, is_backed_up, last_used_at = now() as is_now from passkeys where id = 'psk_1'`,
      ).toEqual([{ counter: '5', isBackupEligible: true, isBackedUp: true, isNow: true }]);
      const caller = callerAt('192.0.2.1');
      for (const counter of [6, 5])
        await repo.auditRegression({ ...use, counter, isBackupChanged: false, mayConfirm: true }, caller);
      expect(
        await tx`select kind, actor_id, details from audit_events where account_id = ${accountId}`,
      ).toEqual([
        { kind: 'passkey.counter-regressed', actorId: null, details: { passkeyId: 'psk_1', counter: 5 } },
      ]);
    }));

  it('lists the passkeys of an account, the newest first', () =>
    atOneMoment(server, async (tx) => {
      const repo = createPasskeyRepo(tx);
      const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
      for (const n of [1, 2, 3]) await repo.insert(tx, rowOf(accountId, n), 60);
      await repo.insert(tx, rowOf(other.id, 4), 60);
      await tx`update passkeys set created_at = now() + make_interval(secs => (id = 'psk_2')::int)`;
      await tx`update passkeys set confirms_from = now() where id = 'psk_3'`;
      expect((await repo.list(accountId)).map(({ id, heldUntil }) => [id, heldUntil !== null])).toEqual([
        ['psk_2', true],
        ['psk_1', true],
        ['psk_3', false],
      ]);
      expect(await repo.remove(tx, { accountId: other.id, id: 'psk_1' })).toBe(false);
      expect(await repo.rename(tx, { accountId: other.id, id: 'psk_1' }, 'x')).toBeUndefined();
      expect(await repo.count(tx, accountId)).toBe(3);
    }));

  it('remembers answered challenges for two hours after they expire', () =>
    atOneMoment(server, async (tx) => {
      const repo = createPasskeyRepo(tx);
      expect([await repo.spendChallenge(tx, hash(1)), await repo.spendChallenge(tx, hash(1))]).toEqual([
        true,
        false,
      ]);
      expect(
        await tx`select extract(epoch from expires_at - now())::int as seconds from spent_passkey_challenges where challenge_hash = ${hash(1)}`,
      ).toEqual([{ seconds: 7_200 + passkeyLimits.challengeTtlSeconds }]);
    }));

  it('offers a passkey unless the account has 20 or declined recently', () =>
    atOneMoment(server, async (tx) => {
      const repo = createPasskeyRepo(tx);
      const { id: accountId } = await createAccount(server);
      const isOffered = () => repo.isOfferDue(accountId);
      expect(await isOffered()).toBe(true);
      await repo.declineOffer(accountId, hash(1));
      await repo.declineOffer(accountId, hash(2));
      expect(
        await tx`select user_handle, (offer_after - now())::text as wait from passkey_users where account_id = ${accountId}`,
      ).toEqual([{ userHandle: hash(1), wait: '30 days' }]);
      expect(await isOffered()).toBe(false);
      await tx`update passkey_users set offer_after = now() where account_id = ${accountId}`;
      expect(await isOffered()).toBe(true);
      for (let n = 1; n < passkeyLimits.perAccount; n += 1) await repo.insert(tx, rowOf(accountId, n), 0);
      expect(await isOffered()).toBe(true);
      await repo.insert(tx, rowOf(accountId, 100), 0);
      expect(await isOffered()).toBe(false);
    }));
});
