import { createAccount, signInAdmin, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const me = '/vid/ajax/auth/me';
let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  twin = await server.twin();
});
afterAll(() => server.close());

const browse = (): TestBrowser => new TestBrowser(server.app);
const signedIn = async (account: { phone: string; password: string }) => {
  const browser = browse();
  await signIn(browser, account);
  return browser;
};
const codeOf = async (browser: TestBrowser) => (await browser.get(me)).code ?? 'ok';
/** Returns a browser with the same cookies that calls the second server. */
const onTwin = (browser: TestBrowser): TestBrowser => {
  const other = new TestBrowser(twin.app);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
};
const withCookie = (value: string) => browse().get(me, { headers: { cookie: `vid_sid=${value}` } });

describe('the request for the current account', () => {
  it('returns to each of several parallel callers their own account', async () => {
    const people = await Promise.all([
      createAccount(server, { name: 'Nguyễn Văn An' }),
      createAccount(server, { kind: 'enterprise' }),
      createAccount(server, { name: 'Lê Thị Bình' }),
      createAccount(server, { kind: 'enterprise' }),
    ]);
    const [, enterprise, owner] = people;
    const { sql } = server.deps;
    await sql`update enterprises set name = 'Công ty Đất Xanh' where account_id = ${enterprise?.id ?? ''}`;
    await sql`
      insert into applications (id, code, name, owner_id)
      values ('app_of_binh', 'of-binh', 'Sàn Bình', ${owner?.id ?? null})`;
    const browsers: TestBrowser[] = [];
    for (const person of people) browsers.push(await signedIn(person));
    const alone = [];
    for (const browser of [...browsers, browse()]) alone.push((await browser.get(me)).data);
    expect(alone).toMatchObject([
      { id: people[0]?.id, enterprise: null, managableApplications: [] },
      { id: enterprise?.id, enterprise: { name: 'Công ty Đất Xanh' } },
      { id: owner?.id, enterprise: null, managableApplications: [{ id: 'app_of_binh' }] },
      { id: people[3]?.id, enterprise: { name: null }, managableApplications: [] },
      {},
    ]);

    const together = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const browser = browsers[index % 5];
        return browser ? browser.get(me) : withCookie('A'.repeat(43));
      }),
    );
    for (const [index, answer] of together.entries()) {
      expect(answer.data).toEqual(alone[index % 5]);
    }
  });
});

describe('session cookies', () => {
  it('are required, with the error TOKEN_MISSING', async () => {
    const answer = await browse().get(me);
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('S2 are rejected with 401 if they are invented or altered', async () => {
    const invented = ['x', 'A'.repeat(43), 'A'.repeat(44), '%00', '..', '“”', 'A'.repeat(8_000)];
    const browser = await signedIn(await createAccount(server));
    const real = browser.cookies.get('vid_sid') ?? '';
    const flipped = real.replace(/[a-z]/iu, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const altered = [
      real.slice(0, -1),
      real.slice(1),
      `${real}A`,
      `${real}=`,
      real + real,
      `"${real}"`,
      flipped,
    ];
    for (const value of [...invented, ...altered, `%${real}`]) {
      const answer = await withCookie(value);
      expect([answer.status, answer.code]).toEqual([401, 'TOKEN_INVALID']);
    }
    expect((await withCookie(real)).status).toBe(200);
  });

  it('S2 have the prefix __Host- and the attribute Secure over https', async () => {
    const secure = await startTestServer(inject('cluster'), {
      environment: { VID_PUBLIC_URL: 'https://id.example.vn' },
    });
    try {
      const account = await createAccount(secure);
      const browser = new TestBrowser(secure.app);
      const { raw } = await signIn(browser, account);
      const lines = [raw.headers['set-cookie'] ?? []].flat();
      const session = lines.find((line) => line.startsWith('__Host-vid_sid='));
      expect(session).toMatch(
        /^__Host-vid_sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
      );
      for (const line of lines) {
        expect(line).toMatch(/^__Host-[^;]*(?:; Max-Age=\d+)?; Path=\/; HttpOnly; Secure; SameSite=Lax$/u);
        expect(line).not.toMatch(/domain/iu);
      }
      expect((await browser.get(me)).status).toBe(200);
      const renamed = { cookie: `vid_sid=${browser.cookies.get('__Host-vid_sid')}` };
      expect((await new TestBrowser(secure.app).get(me, { headers: renamed })).code).toBe('TOKEN_MISSING');
    } finally {
      await secure.close();
    }
  });

  it('S2 cannot be replaced by the public session id of the response', async () => {
    const browser = await signedIn(await createAccount(server));
    const marker = String((await browser.get(me)).data['sessionToken']);
    expect(marker).toMatch(/^ses_/u);
    expect((await withCookie(marker)).code).toBe('TOKEN_INVALID');
  });
});

describe('the end of a session', () => {
  it('S3 takes effect at sign-out, also in another process', async () => {
    const browser = await signedIn(await createAccount(server));
    const kept = browser.copy();
    browser.cookies.set('vid_flow', 'token');
    const answer = await browser.post('/vid/ajax/auth/logout');
    expect(browser.cookies.has('vid_flow')).toBe(false);
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    expect(answer.raw.headers['clear-site-data']).toBe('"cache"');
    expect(browser.cookies.has('vid_sid')).toBe(false);
    expect([await codeOf(kept), await codeOf(onTwin(kept))]).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
    expect((await browser.post('/vid/ajax/auth/logout', {})).status).toBe(200);
  });

  it('S3 by logout/all affects both sessions of the account', async () => {
    const account = await createAccount(server);
    const [first, second, stranger] = await Promise.all([
      signedIn(account),
      signedIn(account),
      signedIn(await createAccount(server)),
    ]);
    const kept = first.copy();
    const answer = await first.post('/vid/ajax/auth/logout/all');
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    for (const browser of [kept, second, onTwin(kept), onTwin(second)])
      expect(await codeOf(browser)).toBe('TOKEN_INVALID');
    expect(await codeOf(stranger)).toBe('ok');
    const events = await server.deps
      .sql`select * from audit_events where account_id = ${account.id} order by id`;
    expect(events.filter((event) => event.kind === 'session.ended-all')).toMatchObject([
      { details: { count: 2 } },
    ]);
  });

  it('S3 leaves the next account in the same browser only its own session', async () => {
    const [a, b] = [await createAccount(server, { name: 'A' }), await createAccount(server, { name: 'B' })];
    const browser = await signedIn(a);
    browser.cookies.delete('vid_sid');
    await browser.post('/vid/ajax/auth/logout');
    await signIn(browser, b);
    expect((await browser.get(me)).data['name']).toBe('B');
    const list = (await browser.get('/vid/api/sessions')).raw.json<{ data: unknown[] }>().data;
    expect(list).toHaveLength(1);
  });

  it('S3 happens when the account is locked or deleted', async () => {
    const [locked, deleted] = [await createAccount(server), await createAccount(server)];
    const [one, two] = [await signedIn(locked), await signedIn(deleted)];
    await server.deps.modules.accounts.accountLock.lock(locked.id, {
      actorId: null,
      caller: { address: '::1', requestId: 'r' },
    });
    // Wait for the tasks of the sign-ins and of the lock, so that none runs during the deletion.
    await server.deps.background.idle();
    await server.deps.sql`delete from accounts where id = ${deleted.id}`;
    for (const browser of [one, two, onTwin(one), onTwin(two)])
      expect(await codeOf(browser)).toBe('TOKEN_INVALID');
  });

  it('R3 takes effect in both processes before the next request', async () => {
    const account = await createAccount(server);
    for (let round = 0; round < 30; round += 1) {
      const browsers = await Promise.all([signedIn(account), signedIn(account), signedIn(account)]);
      const copies = browsers.map((browser) => browser.copy());
      await browsers[0]?.post('/vid/ajax/auth/logout/all');
      const codes = await Promise.all(copies.flatMap((copy) => [codeOf(copy), codeOf(onTwin(copy))]));
      expect(codes).toEqual(codes.map(() => 'TOKEN_INVALID'));
    }
  });

  it('M2 cannot be caused by another account', async () => {
    const [victim, attacker] = [await createAccount(server), await createAccount(server)];
    const [theirs, mine] = [await signedIn(victim), await signedIn(attacker)];
    const target = String((await theirs.get(me)).data['sessionToken']);
    const answer = await mine.call('DELETE', `/vid/api/sessions/${target}`);
    expect([answer.status, answer.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(await codeOf(theirs)).toBe('ok');
    expect((await mine.get('/vid/api/sessions')).raw.body).not.toContain(target);
  });

  it('can be requested with an id from the list of sessions', async () => {
    const account = await createAccount(server);
    const [other, browser] = [await signedIn(account), await signedIn(account)];
    const { data } = (await browser.get('/vid/api/sessions')).raw.json<{
      data: { id: string; isCurrent: boolean }[];
    }>();
    expect(data.map((session) => session.isCurrent)).toEqual([true, false]);
    expect(data[0]).toMatchObject({
      device: { browser: 'Chrome', system: 'Android', isMobile: true },
      address: '127.0.0.1',
    });
    const answer = await browser.call('DELETE', `/vid/api/sessions/${data[1]?.id}`);
    expect([answer.status, answer.raw.json()]).toEqual([200, { data: true }]);
    expect([await codeOf(other), await codeOf(browser)]).toEqual(['TOKEN_INVALID', 'ok']);
    await browser.call('DELETE', `/vid/api/sessions/${data[0]?.id}`);
    expect(browser.cookies.has('vid_sid')).toBe(false);
  });
});

const rowOf = async (accountId: string) =>
  (await server.deps.sql`select * from sessions where account_id = ${accountId}`)[0];
const secondsBetween = (from: Date | undefined, to: Date | undefined) =>
  Math.round(((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1000);

describe('the expiry of sessions', () => {
  it.each(['idle_expires_at', 'expires_at'])(
    'S3 S4 happens at %s by the database’s clock',
    async (column) => {
      const account = await createAccount(server);
      const browser = await signedIn(account);
      const { sql } = server.deps;
      await sql`update sessions set ${sql(column)} = now() + interval '1 minute' where account_id = ${account.id}`;
      expect(await codeOf(browser)).toBe('ok');
      await sql`update sessions set ${sql(column)} = now() where account_id = ${account.id}`;
      expect([await codeOf(browser), await codeOf(onTwin(browser))]).toEqual([
        'TOKEN_INVALID',
        'TOKEN_INVALID',
      ]);
      expect((await browser.get('/vid/api/sessions')).code).toBe('TOKEN_INVALID');
    },
  );

  it('S4 D7 is not affected by a wrong clock of the server', async () => {
    for (const shift of [-3_600_000, 365 * 86_400_000]) {
      const odd = await startTestServer(inject('cluster'), {
        overrides: { nowMs: () => Date.now() + shift },
      });
      try {
        const account = await createAccount(odd);
        const browser = new TestBrowser(odd.app);
        await signIn(browser, account);
        expect(await codeOf(browser)).toBe('ok');
      } finally {
        await odd.close();
      }
    }
  });

  it('S4 comes after 14 idle days, or 30 minutes for administrators', async () => {
    const [member, admin] = [await createAccount(server), await createAccount(server, { role: 'admin' })];
    await Promise.all([signedIn(member), signInAdmin(server, new TestBrowser(server.app), admin)]);
    const [ofMember, ofAdmin] = [await rowOf(member.id), await rowOf(admin.id)];
    expect(secondsBetween(ofMember?.createdAt, ofMember?.idleExpiresAt)).toBe(14 * 86_400);
    expect(secondsBetween(ofMember?.createdAt, ofMember?.expiresAt)).toBe(30 * 86_400);
    expect(secondsBetween(ofAdmin?.createdAt, ofAdmin?.idleExpiresAt)).toBe(1_800);
    expect(secondsBetween(ofAdmin?.createdAt, ofAdmin?.expiresAt)).toBe(43_200);
  });

  it('S4 is postponed by a use after six minutes', async () => {
    const account = await createAccount(server);
    const browser = await signedIn(account);
    const before = await rowOf(account.id);
    await browser.get(me);
    expect(await rowOf(account.id)).toEqual(before);
    await server.deps.sql`
      update sessions set last_seen_at = now() - interval '6 minutes', idle_expires_at = now() + interval '1 hour'
      where account_id = ${account.id}`;
    await browser.get(me);
    const after = await rowOf(account.id);
    expect(secondsBetween(after?.lastSeenAt, after?.idleExpiresAt)).toBe(14 * 86_400);
    expect(after?.expiresAt).toEqual(before?.expiresAt);
  });
});
