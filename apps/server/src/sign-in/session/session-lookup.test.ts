import { createAccount, signInAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signedInBrowser } from './testing/signed-in.ts';

const me = '/vid/ajax/auth/me';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const signedIn = (account: { phone: string; password: string }) => signedInBrowser(server, account);
const tokenOf = (browser: TestBrowser) => browser.cookies.get('vid_sid') ?? '';
const withCookie = (value: string) =>
  new TestBrowser(server.app).get(me, { headers: { cookie: `vid_sid=${value}` } });

describe('a session cookie', () => {
  it('counts as missing if it is empty', async () => {
    const answer = await withCookie('');
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('S2 is refused if too long, even with a matching hash', async () => {
    const account = await createAccount(server);
    const token = tokenOf(await signedIn(account));
    const { sql, keys } = server.deps;
    for (const value of [`A${token}`, `${token}A`]) {
      await sql`update sessions set token_hash = ${keys.hashSecret(value)} where account_id = ${account.id}`;
      const answer = await withCookie(value);
      expect([answer.status, answer.code]).toEqual([401, 'TOKEN_INVALID']);
    }
    const other = 'A'.repeat(43);
    await sql`update sessions set token_hash = ${keys.hashSecret(other)} where account_id = ${account.id}`;
    expect((await withCookie(other)).data['id']).toBe(account.id);
  });
});

describe('the account of a session', () => {
  it('is an administrator or a member according to its role', async () => {
    const [member, admin] = [await createAccount(server), await createAccount(server, { role: 'admin' })];
    const browser = new TestBrowser(server.app);
    await signInAdmin(server, browser, admin);
    const { sessions } = server.deps;
    expect(await sessions.authenticate(tokenOf(browser))).toMatchObject({
      isAdmin: true,
      account: { id: admin.id },
    });
    expect(await sessions.authenticate(tokenOf(await signedIn(member)))).toMatchObject({
      isAdmin: false,
      account: { id: member.id },
    });
  });

  it('is read without the enterprise table, unless the account is an enterprise', async () => {
    const [member, enterprise] = [
      await signedIn(await createAccount(server)),
      await signedIn(await createAccount(server, { kind: 'enterprise' })),
    ];
    let waiting: ReturnType<TestBrowser['get']> | undefined;
    await server.deps.sql.begin(async (tx) => {
      await tx`lock table enterprises in access exclusive mode`;
      expect((await member.get(me)).status).toBe(200);
      waiting = enterprise.get(me);
      await waitForLockWaits(server, 1);
    });
    expect((await waiting)?.data).toMatchObject({ isEnterprise: true, enterprise: { verified: false } });
  });

  it('lists its applications by code', async () => {
    const account = await createAccount(server);
    await server.deps.sql`
      insert into applications (id, code, name, owner_id) values
        ('app_1', 'owned', 'Sàn', ${account.id}), ('app_2', 'market', 'Chợ', ${account.id}),
        ('app_3', 'auction', 'Đấu giá', ${account.id})`;
    expect((await (await signedIn(account)).get(me)).data).toMatchObject({
      isEnterprise: false,
      enterprise: null,
      managableApplications: [
        { id: 'app_3', code: 'auction', name: 'Đấu giá' },
        { id: 'app_2', code: 'market', name: 'Chợ' },
        { id: 'app_1', code: 'owned', name: 'Sàn' },
      ],
    });
  });
});

describe('the list of sessions', () => {
  it('starts with the current session, followed by the others by last use', async () => {
    const account = await createAccount(server);
    const ids: string[] = [];
    const browsers: TestBrowser[] = [];
    const { sql } = server.deps;
    for (const minutes of [3, 4, 2, 1]) {
      const browser = await signedIn(account);
      const id = String((await browser.get(me)).data['sessionToken']);
      await sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}::int) where id = ${id}`;
      browsers.push(browser);
      ids.push(id);
    }
    const answer = await browsers[0]?.get('/vid/api/sessions');
    const list = answer?.raw.json<{ data: { id: string; isCurrent: boolean }[] }>().data ?? [];
    expect(list.map(({ id }) => id)).toEqual([ids[0], ids[3], ids[2], ids[1]]);
    expect(list.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false, false]);
  });
});
