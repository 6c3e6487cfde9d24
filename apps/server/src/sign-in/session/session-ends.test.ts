import { createAccount } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signedInBrowser } from './testing/signed-in.ts';

const me = '/vid/ajax/auth/me';
const logout = '/vid/ajax/auth/logout';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const signedIn = (account: { phone: string; password: string }) => signedInBrowser(server, account);
const idOf = async (browser: TestBrowser) => String((await browser.get(me)).data['sessionToken']);
const endOne = (browser: TestBrowser, id: string) => browser.call('DELETE', `/vid/api/sessions/${id}`);
const endingsOf = (accountId: string) => server.deps.sql`
  select kind, actor_id, address, details from audit_events
  where account_id = ${accountId} and kind <> 'session.started' order by id`;
const countEndings = async () =>
  (await server.deps.sql`select from audit_events where kind = 'session.ended'`).length;

async function expectForgotten(browser: TestBrowser, formerPreSession: string | undefined): Promise<void> {
  expect([...browser.cookies.keys()].filter((name) => ['vid_sid', 'vid_flow'].includes(name))).toEqual([]);
  const preSession = browser.cookies.get('vid_pre');
  expect(preSession).toBeDefined();
  expect(preSession).not.toBe(formerPreSession);
  await browser.get('/vid/api/auth/client/config');
  expect(browser.cookies.get('vid_pre')).toBe(preSession);
}

describe('the end of all sessions', () => {
  it('S3 waits for a sign-in of the account and includes its session', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const { sql } = server.deps;
    const signIn = await sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for no key update`;
      await tx`
        insert into sessions (id, token_hash, account_id, method, is_persistent, user_agent, address, idle_seconds,
          idle_expires_at, expires_at, amr)
        select 'ses_late', sha256('late'), account_id, method, is_persistent, user_agent, address, idle_seconds,
          idle_expires_at, expires_at, amr
        from sessions where account_id = ${account.id}`;
      const ended = browser.post('/vid/ajax/auth/logout/all');
      await waitForLockWaits(server, 1);
      return { ended };
    });
    expect((await signIn.ended).status).toBe(200);
    expect(await sql`select id from sessions where account_id = ${account.id}`).toEqual([]);
  });
});

describe('the end of all other sessions', () => {
  it('S3 keeps the caller’s session and another account’s session', async () => {
    const account = await createAccount(server);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const stranger = await signedIn(await createAccount(server));
    expect((await browser.call('DELETE', '/vid/api/sessions')).status).toBe(200);
    expect([(await browser.get(me)).status, (await stranger.get(me)).status]).toEqual([200, 200]);
    expect((await other.get(me)).code).toBe('TOKEN_INVALID');
    expect(await endingsOf(account.id)).toEqual([
      { kind: 'session.ended-all', actorId: account.id, address: '127.0.0.1', details: { count: 1 } },
    ]);
  });
});

it('K1 a waiting call to end other sessions fails if its session ends', async () => {
  const account = await createAccount(server);
  const [thief, owner] = [await signedIn(account), await signedIn(account)];
  const { sql, accounts, sessionRepo } = server.deps;
  const thiefId = await idOf(thief);
  let ending: ReturnType<typeof thief.call> | undefined;
  await sql.begin(async (tx) => {
    await accounts.lockRow(tx, account.id);
    ending = thief.call('DELETE', '/vid/api/sessions');
    await waitForLockWaits(server, 1);
    await sessionRepo.deleteOne(tx, account.id, thiefId);
  });
  expect((await ending)?.code).toBe('TOKEN_INVALID');
  expect((await owner.get(me)).status).toBe(200);
});

describe('the end of other sessions', () => {
  it('X3 requires a sign-in or a new proof within five minutes', async () => {
    const account = await createAccount(server);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    await server.deps.sql`
      update sessions set authenticated_at = now() - interval '5 minutes', confirmed_at = null
      where account_id = ${account.id}`;
    const otherId = await idOf(other);
    const refused = [
      await browser.call('DELETE', '/vid/api/sessions'),
      await endOne(browser, otherId),
      await browser.post('/vid/ajax/auth/logout/all'),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill('REAUTHENTICATION_REQUIRED'));
    expect((await other.get(me)).status).toBe(200);
    await browser.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect((await endOne(browser, otherId)).status).toBe(200);
    await server.deps.sql`
      update sessions set authenticated_at = now() - interval '5 minutes', confirmed_at = null
      where account_id = ${account.id}`;
    expect((await endOne(browser, await idOf(browser))).status).toBe(200);
  });

  it('is possible without a new proof while the account must change its password', async () => {
    const account = await createAccount(server, { mustChange: true });
    const browser = await signedIn(account);
    await server.deps.sql`
      update sessions set authenticated_at = now() - interval '5 minutes', confirmed_at = null
      where account_id = ${account.id}`;
    expect((await browser.post('/vid/ajax/auth/logout/all')).status).toBe(200);
  });
});

/** Browsers of an account, each with its token hash in `known_devices`. */
async function knownBrowsers() {
  const account = await createAccount(server);
  const [owner, intruder] = [await signedIn(account), await signedIn(account)];
  const listKnown = async () => {
    const rows = await server.deps.sql<{ tokenHash: Buffer }[]>`
      select token_hash from known_devices where account_id = ${account.id}`;
    const isKnown = (browser: TestBrowser) => {
      const hash = server.deps.keys.hashSecret(browser.cookies.get('vid_dev') ?? '');
      return rows.some(({ tokenHash }) => hash.equals(tokenHash));
    };
    return { owner: isKnown(owner), intruder: isKnown(intruder) };
  };
  return { account, owner, intruder, listKnown };
}

describe('the known devices', () => {
  it.each([
    ['one other session', async (browser: TestBrowser, id: string) => endOne(browser, id)],
    ['all other sessions', async (browser: TestBrowser) => browser.call('DELETE', '/vid/api/sessions')],
  ])('K1 end with %s, except the caller’s', async (_what, end) => {
    const { owner, intruder, listKnown } = await knownBrowsers();
    const other = await knownBrowsers();
    expect(await listKnown()).toEqual({ owner: true, intruder: true });
    expect((await end(owner, await idOf(intruder))).status).toBe(200);
    expect(await listKnown()).toEqual({ owner: true, intruder: false });
    expect(await other.listKnown()).toEqual({ owner: true, intruder: true });
  });

  it('K1 all end with all sessions', async () => {
    const { owner, listKnown } = await knownBrowsers();
    expect((await owner.post('/vid/ajax/auth/logout/all')).status).toBe(200);
    expect(await listKnown()).toEqual({ owner: false, intruder: false });
  });

  it('K1 remain if the member ends only the own session', async () => {
    const { owner, listKnown } = await knownBrowsers();
    expect((await endOne(owner, await idOf(owner))).status).toBe(200);
    expect(await listKnown()).toEqual({ owner: true, intruder: true });
  });
});

describe('the audit row of an ended session', () => {
  it('is written once at sign-out', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const copy = browser.copy();
    expect((await browser.post(logout)).status).toBe(200);
    const rows = [{ kind: 'session.ended', actorId: account.id, address: '127.0.0.1', details: {} }];
    expect(await endingsOf(account.id)).toEqual(rows);
    expect((await copy.post(logout)).status).toBe(200);
    expect(await endingsOf(account.id)).toEqual(rows);
  });

  it('names the session that the member ended', async () => {
    const account = await createAccount(server);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const sessionId = await idOf(other);
    expect((await endOne(browser, sessionId)).status).toBe(200);
    const rows = [
      { kind: 'session.ended', actorId: account.id, address: '127.0.0.1', details: { sessionId } },
    ];
    expect(await endingsOf(account.id)).toEqual(rows);
    expect((await endOne(browser, sessionId)).code).toBe('SESSION_NOT_FOUND');
    expect(await endingsOf(account.id)).toEqual(rows);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty cookie', ''],
    ['a malformed cookie', 'x'],
    ['the cookie of no session', 'A'.repeat(43)],
  ])('is not written at a sign-out with %s', async (_cookie, value) => {
    const before = await countEndings();
    const browser = new TestBrowser(server.app);
    if (value !== undefined) browser.cookies.set('vid_sid', value);
    const answer = await browser.post(logout);
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    expect(await countEndings()).toBe(before);
  });
});

describe('the cookies after the end of a session', () => {
  it('S3 are cleared by a sign-out without a session', async () => {
    const browser = new TestBrowser(server.app);
    await browser.get('/vid/api/auth/client/config');
    const former = browser.cookies.get('vid_pre');
    expect(former).toBeDefined();
    browser.cookies.set('vid_sid', 'A'.repeat(43));
    browser.cookies.set('vid_flow', 'planted');
    const answer = await browser.post(logout);
    expect([answer.status, answer.raw.headers['clear-site-data']]).toEqual([200, '"cache"']);
    await expectForgotten(browser, former);
  });

  it.each<[string, (browser: TestBrowser) => Promise<{ status: number }>]>([
    ['a sign-out', (browser) => browser.post(logout)],
    ['a sign-out everywhere', (browser) => browser.post(`${logout}/all`)],
    ['the end of the current session in the list', async (browser) => endOne(browser, await idOf(browser))],
  ])('S3 are cleared by %s, which starts a new pre-session', async (_way, end) => {
    const browser = await signedIn(await createAccount(server));
    browser.cookies.set('vid_flow', 'planted');
    const former = browser.cookies.get('vid_pre');
    expect((await end(browser)).status).toBe(200);
    await expectForgotten(browser, former);
    expect((await browser.get(me)).code).toBe('TOKEN_MISSING');
  });

  it('remain if another session is ended', async () => {
    const account = await createAccount(server);
    const [browser, other] = [await signedIn(account), await signedIn(account)];
    const before = new Map(browser.cookies);
    const answer = await endOne(browser, await idOf(other));
    expect([answer.status, answer.raw.headers['clear-site-data']]).toEqual([200, undefined]);
    expect(browser.cookies).toEqual(before);
    expect((await browser.get(me)).status).toBe(200);
  });
});
