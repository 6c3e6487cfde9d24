import { auditTrail } from '@vid/testkit/database/audit-trail';
import { createAccount, otherPassword, signIn, signInAdmin } from '@vid/testkit/accounts';
import { TestAuthenticator } from '@vid/testkit/sign-in/authenticator';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { TestBrowser } from '@vid/testkit/browser';
import { minutesOfCounter } from '@vid/testkit/database/counters';
import { freshAddress } from '@vid/testkit/flows';
import { addPasskey, passkeyOptions, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/ajax/auth/login/passkey';
const me = '/vid/ajax/auth/me';
const clock = { ms: Date.now() };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { overrides: { nowMs: () => clock.ms } });
});
afterAll(() => server.close());

const browse = (app = server.app): TestBrowser => new TestBrowser(app);

async function owner(
  behaviour: ConstructorParameters<typeof TestAuthenticator>[0] = {},
  account: Parameters<typeof createAccount>[1] = {},
) {
  const created = await createAccount(server, account);
  const browser = browse();
  await signIn(browser, created);
  return { account: created, browser, ...(await addPasskey(browser, new TestAuthenticator(behaviour))) };
}

async function assertion(device: TestAuthenticator, browser = browse()) {
  return { browser, passkey: device.get(await passkeyOptions(browser, `${path}/options`)) };
}

const events = async (accountId: string, kind: string) => [
  ...(await server.deps.sql<{ details: Record<string, unknown> }[]>`
    select details from audit_events where account_id = ${accountId} and kind = ${kind} order by id`),
];
const countSessions = async (accountId: string) =>
  (await server.deps.sql`select from sessions where account_id = ${accountId} and method = 'passkey'`).count;

const outcome = (answer: Awaited<ReturnType<TestBrowser['post']>>, browser: TestBrowser) => ({
  code: answer.code,
  details: answer.details,
  hasSession: browser.cookies.has('vid_sid'),
});
const refused = { code: 'PASSKEY_INVALID', details: {}, hasSession: false };
const removed = { ...refused, code: 'PASSKEY_UNKNOWN' };

describe('sign-in with a passkey', () => {
  it('starts a confirmed session with one assertion', async () => {
    const { account, device, id } = await owner();
    const browser = browse();
    const answer = await signInByPasskey(browser, device);
    expect([answer.status, answer.data['id']]).toEqual([200, account.id]);
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBe(2_592_000);
    expect((await browser.get(me)).data['id']).toBe(account.id);
    const session = await server.deps.sessions.authenticate(browser.cookies.get('vid_sid'));
    expect(session).toMatchObject({ amr: ['pop', 'mfa'], isRecent: true, isConfirmed: true });
    const [row] = await server.deps.sql`select * from passkeys where id = ${id}`;
    expect(row?.lastUsedAt).toBeInstanceOf(Date);
  });

  it('requests a discoverable passkey with user verification', async () => {
    const { challenge, ...rest } = (await browse().post(`${path}/options`)).data;
    expect(String(challenge)).toMatch(/^[\w-]{48}$/u);
    expect(rest).toEqual({
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it('starts an administrator’s session without a second step', async () => {
    const { account, device } = await owner();
    await server.deps.sql`update accounts set role = 'admin' where id = ${account.id}`;
    const browser = browse();
    expect((await signInByPasskey(browser, device)).status).toBe(200);
    expect((await browser.get(me)).data['role']).toBe('admin');
    expect((await server.deps.sessions.authenticate(browser.cookies.get('vid_sid'))).amr).toEqual([
      'pop',
      'mfa',
    ]);
  });

  it('is required of an administrator who has a passkey and no authenticator app', async () => {
    const { account, device } = await owner();
    await server.deps.sql`update accounts set role = 'admin' where id = ${account.id}`;
    const browser = browse();
    const { phone, password } = account;
    const half = await browser.post('/vid/ajax/auth/login/phone', { phone, password });
    expect([half.status, half.code]).toEqual([403, 'PASSKEY_REQUIRED']);
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect((await signInByPasskey(browser, device)).data['mustSetUpTwoStep']).toBe(false);
    expect((await browser.get(me)).data['mustSetUpTwoStep']).toBe(false);
  });

  it('is no longer required of an administrator whose password an operator has reset', async () => {
    const { account } = await owner();
    await server.deps.sql`update accounts set role = 'admin' where id = ${account.id}`;
    await createAdminResetService(server.deps).resetAdminPassword(account.id, otherPassword, {
      actorId: null,
      caller: { address: 'local', requestId: 'r' },
    });
    const browser = browse();
    await signInAdmin(server, browser, { ...account, password: otherPassword });
    expect((await browser.get(me)).data['mustSetUpTwoStep']).toBe(true);
    const { count } = await server.deps.sql`
      select from audit_events where account_id = ${account.id} and kind = 'passkey.removed'`;
    expect(count).toBe(1);
  });

  it('sets a cookie for the browser session if “remember” is false', async () => {
    const { device } = await owner();
    const { browser, passkey } = await assertion(device);
    const answer = await browser.post(path, { passkey, remember: false });
    expect(answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.maxAge).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('stays possible after the sessions of the account were ended', async () => {
    const { account, browser, device } = await owner();
    await server.deps.sql.begin((tx) => server.deps.endAccess(tx, account));
    expect((await browser.get(me)).code).toBe('TOKEN_INVALID');
    expect((await signInByPasskey(browse(), device)).status).toBe(200);
  });
});

describe('the challenge of a sign-in with a passkey', () => {
  it('R2 leads to one session for 20 parallel copies of one response', async () => {
    const { account, device } = await owner({ counter: 5 });
    const twin = await server.twin();
    const { browser, passkey } = await assertion(device);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        browser.copy(index % 2 ? twin.app : server.app).post(path, { passkey }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'PASSKEY_INVALID')).toHaveLength(19);
    expect(await countSessions(account.id)).toBe(1);
  });

  it('can be answered only once, even if the answer is wrong', async () => {
    const { account, device } = await owner();
    const { browser, passkey } = await assertion(device);
    const forged = { ...passkey, response: { ...passkey.response, signature: 'AAAA' } };
    for (const answer of [forged, forged, passkey])
      expect(outcome(await browser.post(path, { passkey: answer }), browser)).toEqual(refused);
    expect(await events(account.id, 'sign-in.failed')).toHaveLength(1);
    expect((await signInByPasskey(browser, device)).status).toBe(200);
  });

  it('is refused from another browser', async () => {
    const { device } = await owner();
    const { passkey } = await assertion(device);
    const other = browse();
    expect(outcome(await other.post(path, { passkey }), other)).toEqual(refused);
  });

  it('expires after five minutes', async () => {
    const { device } = await owner();
    const { browser, passkey } = await assertion(device);
    clock.ms += 299_000;
    const later = await assertion(device);
    clock.ms += 1_000;
    expect(outcome(await browser.post(path, { passkey }), browser)).toEqual(refused);
    expect((await later.browser.post(path, { passkey: later.passkey })).status).toBe(200);
  });

  it('D7 cannot be used twice after a clock moves back an hour', async () => {
    const { device } = await owner();
    const { browser, passkey } = await assertion(device);
    const thief = browser.copy();
    expect((await browser.post(path, { passkey })).status).toBe(200);
    const [row] = await server.deps.sql`
      select count(*)::int as kept from spent_passkey_challenges where expires_at > now() + interval '1 hour 5 minutes'`;
    expect(row?.kept).toBeGreaterThan(0);
    clock.ms -= 3_600_000;
    expect(outcome(await thief.post(path, { passkey }), thief)).toEqual(refused);
  });

  it('A7 is refused if any of its bytes is changed', async () => {
    const { device } = await owner();
    const browser = browse();
    const { challenge } = await passkeyOptions(browser, `${path}/options`);
    const bytes = Buffer.from(challenge, 'base64url');
    for (const index of bytes.keys()) {
      const forged = Buffer.from(bytes);
      forged[index] = (forged[index] ?? 0) ^ 1;
      const passkey = device.get({ challenge: forged.toString('base64url') });
      expect(outcome(await browser.post(path, { passkey }), browser)).toEqual(refused);
    }
    const longer = device.get({ challenge: `${challenge}AA` });
    expect(outcome(await browser.post(path, { passkey: longer }), browser)).toEqual(refused);
    expect((await browser.post(path, { passkey: device.get({ challenge }) })).status).toBe(200);
  });

  it('cannot be replaced by a challenge for another purpose', async () => {
    const { browser, device } = await owner();
    for (const other of ['/vid/api/passkey-options', '/vid/ajax/auth/reauthenticate/passkey/options']) {
      const passkey = device.get(await passkeyOptions(browser, other));
      expect((await browser.copy().post(path, { passkey })).code).toBe('PASSKEY_INVALID');
    }
  });

  it('O11 is stored only as a hash, and only after it was answered', async () => {
    const { device } = await owner();
    const { sql } = server.deps;
    const count = async () => (await sql`select from spent_passkey_challenges`).count;
    const before = await count();
    const browser = browse();
    const options = await passkeyOptions(browser, `${path}/options`);
    expect(await count()).toBe(before);
    await browser.post(path, { passkey: device.get(options) });
    expect(await count()).toBe(before + 1);
    const rows = JSON.stringify(await sql`select c::text from spent_passkey_challenges c`);
    expect(rows).not.toContain(options.challenge);
    expect(rows).not.toContain(Buffer.from(options.challenge).toString('hex'));
    expect(server.logLines.join('\n')).not.toContain(options.challenge);
  });

  it('C5 can be answered wrongly only twice from one network', async () => {
    const limited = await startTestServer(inject('cluster'), {
      environment: { VID_LIMIT_PASSKEY_ADDRESS_10MIN: '2' },
    });
    try {
      const account = await createAccount(limited);
      const member = browse(limited.app);
      await signIn(member, account);
      const { device } = await addPasskey(member, new TestAuthenticator());
      const codes: (string | undefined)[] = [];
      for (let count = 0; count < 3; count += 1) {
        const { browser, passkey } = await assertion(device, browse(limited.app));
        const forged = { ...passkey, response: { ...passkey.response, signature: 'AAAA' } };
        codes.push((await browser.post(path, { passkey: forged })).code);
      }
      expect(codes).toEqual(['PASSKEY_INVALID', 'PASSKEY_INVALID', 'RATE_LIMITED']);
      const failures = await limited.deps.sql`select from audit_events where kind = 'sign-in.failed'`;
      expect(failures.count).toBe(2);
      const address = freshAddress();
      const unknown = async () => {
        const { browser, passkey } = await assertion(device, browse(limited.app));
        const id = new TestAuthenticator().id;
        return (await browser.post(path, { passkey: { ...passkey, id } }, { address })).code;
      };
      expect([await unknown(), await unknown(), await unknown()]).toEqual([
        'PASSKEY_UNKNOWN',
        'PASSKEY_UNKNOWN',
        'RATE_LIMITED',
      ]);
      expect(await minutesOfCounter(limited, `passkey-refused:${address}`)).toBe(10);
      expect((await signInByPasskey(browse(limited.app), device)).status).toBe(200);
      const counted = await limited.deps.metrics.registry.getSingleMetricAsString('vid_sign_in_total');
      expect(counted).toContain('{method="passkey",event="ok"} 1');
    } finally {
      await limited.close();
    }
  });
});

describe('the check of an assertion', () => {
  it.each([
    ['for another origin', { origin: 'https://vid.example.evil.test' }],
    ['for another port of this host', { origin: 'http://localhost:9090' }],
    ['for another RP id', { rpId: 'evil.test' }],
    ['without user verification', { verifiesUser: false }],
    ['from inside a frame', { crossOrigin: true }],
  ])('rejects an assertion %s', async (_case, change) => {
    const { account, device } = await owner();
    Object.assign(device.behaviour, change);
    const browser = browse();
    expect(outcome(await signInByPasskey(browser, device), browser)).toEqual(refused);
    expect(await countSessions(account.id)).toBe(0);
  });

  it('reports an unknown passkey only to the challenge’s browser', async () => {
    const { device } = await owner();
    const { browser, passkey } = await assertion(device);
    const unknown = { ...passkey, id: new TestAuthenticator().id };
    const other = browse();
    expect(outcome(await other.post(path, { passkey: unknown }), other)).toEqual(refused);
    expect(outcome(await browser.post(path, { passkey: unknown }), browser)).toEqual(removed);
  });

  it('rejects the signature of another passkey, and records the failure for the owner', async () => {
    const [{ account, device, id }, other] = [await owner(), await owner()];
    const browser = browse();
    const options = await passkeyOptions(browser, `${path}/options`);
    const { response } = device.get(options);
    const { signature } = other.device.get(options).response;
    const passkey = { id: device.id, response: { ...response, signature } };
    expect(outcome(await browser.post(path, { passkey }), browser)).toEqual(refused);
    expect(await auditTrail(server, account.id, 'sign-in.failed')).toEqual([
      ['sign-in.failed', null, { method: 'passkey', reason: 'passkey', passkeyId: id }],
    ]);
  });

  it('rejects the user handle of another account', async () => {
    const [{ device }, other] = [await owner(), await owner()];
    const { browser, passkey } = await assertion(device);
    const { userHandle } = (await assertion(other.device)).passkey.response;
    const swapped = { ...passkey, response: { ...passkey.response, userHandle } };
    expect(outcome(await browser.post(path, { passkey: swapped }), browser)).toEqual(refused);
  });

  it('O12 shows that an account is locked only after a valid assertion', async () => {
    const { account, device } = await owner();
    await server.deps.modules.accounts.accountLock.lock(account.id, {
      actorId: null,
      caller: { address: '::1', requestId: 'r' },
    });
    const { browser, passkey } = await assertion(device);
    const forged = { ...passkey, response: { ...passkey.response, signature: 'AAAA' } };
    expect(outcome(await browser.post(path, { passkey: forged }), browser)).toEqual(refused);
    const answer = await signInByPasskey(browser, device);
    expect([answer.status, answer.code]).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(browser.cookies.has('vid_sid')).toBe(false);
  });

  it('reports that a passkey was removed, even together with its account', async () => {
    const [deleted, kept] = [await owner(), await owner()];
    const [one, two] = [await assertion(deleted.device), await assertion(kept.device)];
    await server.deps.sql`delete from accounts where id = ${deleted.account.id}`;
    await kept.browser.call('DELETE', `/vid/api/passkeys/${kept.id}`);
    for (const { browser, passkey } of [one, two])
      expect(outcome(await browser.post(path, { passkey }), browser)).toEqual(removed);
  });

  it('P12 rejects a malformed assertion', async () => {
    const { device } = await owner();
    const { browser, passkey } = await assertion(device);
    const { response } = passkey;
    const wrong = [
      undefined,
      null,
      'x',
      [],
      {},
      { ...passkey, id: '' },
      { ...passkey, id: { $ne: '' } },
      { ...passkey, id: 'a b' },
      { ...passkey, response: { ...response, userHandle: undefined } },
      { ...passkey, response: { ...response, clientDataJSON: 'AAAA' } },
      { ...passkey, response: { ...response, clientDataJSON: Buffer.from('null').toString('base64url') } },
      { ...passkey, response: { ...response, clientDataJSON: Buffer.from('{}').toString('base64url') } },
      { ...passkey, response: { ...response, authenticatorData: 'AAAA' } },
      { ...passkey, isAdmin: true },
    ];
    for (const value of wrong) expect((await browser.post(path, { passkey: value })).status).toBe(400);
    expect(browser.cookies.has('vid_sid')).toBe(false);
  });
});

describe('the check of the counter and the backup state', () => {
  it('stores a counter that has grown', async () => {
    const { device, id } = await owner({ counter: 41 });
    expect((await signInByPasskey(browse(), device)).status).toBe(200);
    expect((await signInByPasskey(browse(), device)).status).toBe(200);
    const [row] = await server.deps.sql`select counter from passkeys where id = ${id}`;
    expect(row?.counter).toBe('43');
  });

  it.each([
    ['the same', 41, 42],
    ['lower', 6, 7],
    ['zero', undefined, 0],
  ])(
    'rejects a counter that is %s, records it and keeps the stored counter',
    async (_case, counter, sent) => {
      const { account, device, id } = await owner({ counter: 41 });
      await signInByPasskey(browse(), device);
      device.behaviour.counter = counter;
      const browser = browse();
      expect(outcome(await signInByPasskey(browser, device), browser)).toEqual(refused);
      expect(await events(account.id, 'passkey.counter-regressed')).toEqual([
        { details: { passkeyId: id, counter: sent } },
      ]);
      const [row] = await server.deps.sql`select counter from passkeys where id = ${id}`;
      expect(row?.counter).toBe('42');
      expect(await countSessions(account.id)).toBe(1);
    },
  );

  it('R2 accepts only one of two assertions with the same counter', async () => {
    const { account, device } = await owner({ counter: 9 });
    const first = await assertion(device);
    device.behaviour.counter = 10;
    const second = await assertion(device);
    device.behaviour.counter = 10;
    const third = await assertion(device);
    const answers = await Promise.all(
      [second, third].map(({ browser, passkey }) => browser.post(path, { passkey })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await first.browser.post(path, { passkey: first.passkey })).code).toBe('PASSKEY_INVALID');
    expect(await countSessions(account.id)).toBe(1);
  });

  it('records once that a passkey was copied to other devices', async () => {
    const { account, browser, device, id } = await owner({ isBackedUp: false });
    await signInByPasskey(browse(), device);
    expect(await events(account.id, 'passkey.backup-changed')).toEqual([]);
    device.behaviour.isBackedUp = true;
    await signInByPasskey(browse(), device);
    await signInByPasskey(browse(), device);
    expect(await events(account.id, 'passkey.backup-changed')).toEqual([
      { details: { passkeyId: id, isBackupEligible: true, isBackedUp: true } },
    ]);
    const list = (await browser.get('/vid/api/passkeys')).raw.json<{ data: { isSynced: boolean }[] }>();
    expect(list.data).toMatchObject([{ isSynced: true }]);
  });

  it('records each change of a passkey’s backup flags', async () => {
    const { account, device, id } = await owner();
    const flags = [
      [false, false],
      [false, false],
      [true, false],
      [false, false],
      [true, true],
      [true, false],
    ].map(([isBackupEligible, isBackedUp]) => ({ isBackupEligible, isBackedUp }));
    for (const flag of flags) {
      Object.assign(device.behaviour, flag);
      expect((await signInByPasskey(browse(), device)).status).toBe(200);
    }
    expect(await events(account.id, 'passkey.backup-changed')).toEqual(
      flags.toSpliced(1, 1).map((flag) => ({ details: { passkeyId: id, ...flag } })),
    );
  });
});

it('a server on a copied database sends no passkey signals', async () => {
  const { browser, device, id } = await owner();
  const signals = async () => (await browser.get('/vid/api/passkey-signals')).data['userId'];
  expect(await signals()).toEqual(expect.any(String));
  await server.deps.sql`delete from passkeys where id = ${id}`;
  const { sql } = server.deps;
  await sql`insert into installation (identity) values ('1/1')`;
  const copy = await server.twin();
  const asked = new TestBrowser(copy.app);
  for (const [name, value] of browser.cookies) asked.cookies.set(name, value);
  expect((await asked.get('/vid/api/passkey-signals')).data['userId']).toBeNull();
  expect((await signInByPasskey(browse(copy.app), device)).code).toBe('PASSKEY_INVALID');
  await sql`delete from installation`;
  const original = await server.twin();
  expect((await signInByPasskey(browse(original.app), device)).code).toBe('PASSKEY_UNKNOWN');
});
