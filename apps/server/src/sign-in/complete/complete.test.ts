import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@vid/contract/endpoints/index';
import { appCode } from '@vid/testkit/http/app-code';
import {
  createAccount,
  insertOtpToken,
  knownBrowser,
  otherPassword,
  signIn,
  signInAdmin,
} from '@vid/testkit/accounts';
import { TestAuthenticator } from '@vid/testkit/sign-in/authenticator';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { approveQr, scanQr, startQr } from '@vid/testkit/sign-in/qr';
import type { TestServer } from '@vid/testkit/server';
import {
  freshSubject,
  insertIdentity,
  proveByCode,
  socialPath,
  socialVerifyPath,
  startSocialServer,
} from '@vid/testkit/social';
import { addPasskey, signInByPasskey } from '@vid/testkit/sign-in/passkeys';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { selectRecent } from './complete.repo.ts';
import { signInMethods, type Amr, type SignInMethod } from './proof.ts';

let kit: Awaited<ReturnType<typeof startSocialServer>>;
let server: TestServer;
const device = new TestAuthenticator();
beforeAll(async () => {
  kit = await startSocialServer(inject('cluster'));
  server = kit.server;
  const owner = new TestBrowser(server.app);
  await signIn(owner, await createAccount(server));
  await addPasskey(owner, device);
  await owner.post('/vid/ajax/auth/logout');
});
afterAll(() => kit.close());
afterEach(() => vi.restoreAllMocks());

const me = '/vid/ajax/auth/me';
const passwordPath = '/vid/ajax/auth/login/phone';
const otpPath = '/vid/ajax/auth/login/otp';
const passkeyPath = '/vid/ajax/auth/login/passkey';
const signUpPath = '/vid/ajax/users/signup/phone';
const twoStepPath = '/vid/ajax/auth/login/two-step';
const qrPath = '/vid/ajax/auth/login/qr';

type Prepare = (accountId: string) => Promise<unknown>;
const asItIs: Prepare = async () => {};
type Method = (browser: TestBrowser, prepare?: Prepare) => ReturnType<TestBrowser['post']>;

/** Sign-ins by each method, to an account that `prepare` may change first. */
const methods: Record<SignInMethod, Method> = {
  async password(browser, prepare = asItIs) {
    const { id, phone, password } = await createAccount(server);
    await prepare(id);
    return browser.post(passwordPath, { phone, password });
  },
  async otp(browser, prepare = asItIs) {
    const { id, phone } = await createAccount(server);
    await prepare(id);
    return browser.post(otpPath, { phone, otpToken: await insertOtpToken(server, browser, phone, 'signin') });
  },
  async passkey(browser, prepare) {
    if (!prepare) return signInByPasskey(browser, device);
    const [account, own, owner] = [
      await createAccount(server),
      new TestAuthenticator(),
      new TestBrowser(server.app),
    ];
    await signIn(owner, account);
    await addPasskey(owner, own);
    await prepare(account.id);
    return signInByPasskey(browser, own);
  },
  async 'sign-up'(browser, prepare) {
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const body = { phone, password: otherPassword, otpToken, acceptedTerms: true };
    if (!prepare) return browser.post(signUpPath, body);
    // A new account has no app yet, but a repeated request can reach an account with one.
    const first = await browser.copy().post(signUpPath, body);
    await prepare(String(first.data['id']));
    return browser.post(signUpPath, body);
  },
  async social(browser, prepare = asItIs) {
    const identity = { provider: 'zalo', subject: freshSubject() } as const;
    const { id: accountId } = await createAccount(server);
    await prepare(accountId);
    await insertIdentity(server, { ...identity, accountId });
    return browser.post(socialPath, await proveByCode(browser, 'zalo', identity));
  },
  async qr(browser, prepare) {
    const [account, phone] = [await createAccount(server), new TestBrowser(server.app)];
    await signIn(phone, account);
    const started = await startQr(browser);
    await scanQr(phone, started);
    await approveQr(phone, started);
    await prepare?.(account.id);
    return browser.post(qrPath, { qrId: started.qrId });
  },
};
const amr: Record<SignInMethod, readonly Amr[]> = {
  password: ['pwd'],
  otp: ['otp', 'sms'],
  passkey: ['pop', 'mfa'],
  'sign-up': ['otp', 'sms'],
  social: ['fed'],
  qr: ['pwd'],
};
const verbs = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;
const signInRoutes = new Set(
  [passwordPath, otpPath, passkeyPath, signUpPath, socialPath, socialVerifyPath, qrPath, twoStepPath].map(
    (path) => `POST ${path}`,
  ),
);

function sessionCookie(answer: Awaited<ReturnType<TestBrowser['get']>>): string | undefined {
  return answer.raw.cookies.find(({ name }) => name === 'vid_sid')?.value;
}

const insertSignIns = (accountId: string, count: number, kind = 'session.started') => server.deps.sql`
  insert into audit_events (kind, account_id, actor_id, address, request_id, at)
  select ${kind}, ${accountId}, ${accountId}, '', '', now() - interval '30 minutes'
  from generate_series(1, ${count}::int)`;

describe('the completion of a sign-in', () => {
  it.each(signInMethods)('sets the session cookie and stores the method and amr (%s)', async (method) => {
    const complete = vi.spyOn(server.deps.completion, 'completeIn');
    const name = method === 'passkey' ? 'deliverSession' : 'deliver';
    const deliver = vi.spyOn(server.deps.completion, name);
    const answer = await methods[method](new TestBrowser(server.app));
    expect(answer.status).toBe(200);
    // A QR sign-in includes a sign-in of the phone.
    expect(complete).toHaveBeenCalledTimes(method === 'qr' ? 2 : 1);
    expect(deliver).toHaveBeenCalledTimes(method === 'qr' ? 2 : 1);
    const completed = await complete.mock.results.at(-1)?.value;
    expect(deliver.mock.calls.at(-1)?.[0]).toBe(completed);
    expect(sessionCookie(answer)).toBe(completed?.token);
    const rows = await server.deps.sql`
        select method, amr from sessions
        where account_id = ${String(completed?.session.account.id)} and method = ${method}`;
    expect([...rows]).toEqual([{ method, amr: amr[method] }]);
  });

  it.each(signInMethods)(
    'S1 ends the browser’s previous session and replaces its pre-session (%s)',
    async (method) => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, await createAccount(server));
      browser.cookies.set('vid_flow', 'planted');
      const planted = browser.copy();
      expect((await methods[method](browser)).status).toBe(200);
      for (const name of ['vid_sid', 'vid_pre'])
        expect([name, browser.cookies.get(name)]).not.toEqual([name, planted.cookies.get(name)]);
      expect(browser.cookies.has('vid_flow')).toBe(false);
      expect((await browser.get(me)).status).toBe(200);
      expect((await planted.get(me)).code).toBe('TOKEN_INVALID');
    },
  );

  // A passkey needs no code of the app, because the passkey's device has verified the user.
  it.each(signInMethods.filter((method) => method !== 'passkey'))(
    'requires a code of the authenticator app (%s)',
    async (method) => {
      const browser = new TestBrowser(server.app);
      let accountId = '';
      let secret = '';
      const answer = await methods[method](browser, async (id) => {
        ({ secret } = await addAuthenticatorApp(server, id));
        await server.deps.sql`delete from sessions where account_id = ${id}`;
        accountId = id;
      });
      expect(answer.status).toBe(200);
      // The social endpoint wraps the result, because it may also return a pending sign-up.
      expect(answer.data['userInfo'] ?? answer.data).toEqual({
        mfaToken: expect.stringMatching(/^[\w-]{43}$/u),
        methods: ['totp', 'recovery-code'],
        mayRememberDevice: true,
        expiresIn: 600,
      });
      expect(sessionCookie(answer)).toBeUndefined();
      const sessions = server.deps.sql`select method, amr from sessions where account_id = ${accountId}`;
      expect([...(await sessions)]).toEqual([]);

      const second = await browser.post(twoStepPath, { mfaToken: 'cookie', code: appCode(secret) });
      expect([second.status, second.data['id']]).toEqual([200, accountId]);
      const rows = await server.deps.sql`select method, amr from sessions where account_id = ${accountId}`;
      const proved = new Set([...amr[method], 'otp', 'mfa']);
      expect(rows.map(({ method: by, amr: all }) => [by, new Set(all)])).toEqual([[method, proved]]);
    },
  );

  it.each(signInMethods)('P1 O12 L6 refuses an account that its owner locked (%s)', async (method) => {
    const { sql, accounts } = server.deps;
    let accountId = '';
    const answer = await methods[method](new TestBrowser(server.app), async (id) => {
      accountId = id;
      await sql`delete from sessions where account_id = ${id}`;
      await accounts.lockForOwner(sql, id, { phoneInDoubt: false });
    });
    const { ownerLockedAt } = await accounts.getLock(sql, accountId);
    expect([answer.status, answer.code, answer.details]).toEqual([
      403,
      'LOCKED_BY_OWNER',
      { lockedAt: ownerLockedAt?.toISOString(), opensBy: 'reset' },
    ]);
    expect(sessionCookie(answer)).toBeUndefined();
    expect(await sql`select id from sessions where account_id = ${accountId}`).toHaveLength(0);
  });

  it('P1 refuses the second step after the owner locks the account', async () => {
    const { sql, accounts } = server.deps;
    const [browser, account] = [new TestBrowser(server.app), await createAccount(server)];
    const { secret } = await addAuthenticatorApp(server, account.id);
    const { phone, password } = account;
    await browser.post(passwordPath, { phone, password });
    await accounts.lockForOwner(sql, account.id, { phoneInDoubt: false });
    const answer = await browser.post(twoStepPath, { mfaToken: 'cookie', code: appCode(secret) });
    expect([answer.status, answer.code]).toEqual([403, 'LOCKED_BY_OWNER']);
    expect(sessionCookie(answer)).toBeUndefined();
  });

  it.each(signInMethods)('requires agreement to new terms (%s)', async (method) => {
    const browser = new TestBrowser(server.app);
    const { sql } = server.deps;
    const answer = await methods[method](
      browser,
      (id) => sql`update accounts set agreed_legal = -1 where id = ${id}`,
    );
    const outcome = Object(answer.data['userInfo'] ?? answer.data);
    expect(outcome).toMatchObject({ demands: ['agree'] });
    expect((await browser.get(me)).data['demands']).toEqual(['agree']);

    const documents = [
      { document: 'terms', version: 1 },
      { document: 'privacy', version: 1 },
    ];
    expect((await browser.post('/vid/api/agreement', { language: 'vi', documents })).status).toBe(200);
    expect((await browser.get(me)).data['demands']).toEqual([]);
  });

  it.each(signInMethods)('V5 demands a decision on a scheduled deletion (%s)', async (method) => {
    const browser = new TestBrowser(server.app);
    const { sql } = server.deps;
    const answer = await methods[method](
      browser,
      (id) =>
        sql`insert into account_deletions (account_id, erase_at) values (${id}, now() + interval '1 day')`,
    );
    expect(Object(answer.data['userInfo'] ?? answer.data)).toMatchObject({ demands: ['decide-deletion'] });
    expect((await browser.get(me)).data['demands']).toEqual(['decide-deletion']);
    expect((await browser.call('DELETE', '/vid/api/privacy/deletion')).status).toBe(200);
    expect((await browser.get(me)).data['demands']).toEqual([]);
  });

  it.each(signInMethods)('X3 is refused after 600 sign-ins in an hour (%s)', async (method) => {
    const browser = new TestBrowser(server.app);
    let accountId = '';
    const answer = await methods[method](browser, async (id) => {
      accountId = id;
      await insertSignIns(id, 600);
    });
    const { sql } = server.deps;
    const started = await sql`
        select from sessions where account_id = ${accountId} and created_at > now() - interval '1 minute' and method = ${method}`;
    // The first call of the repeated sign-up has already started a session.
    expect([answer.status, answer.code, started.count]).toEqual([
      429,
      'RATE_LIMITED',
      method === 'sign-up' ? 1 : 0,
    ]);
    expect(Number(answer.raw.headers['retry-after'])).toBeGreaterThan(1_700);
    expect(Number(answer.raw.headers['retry-after'])).toBeLessThanOrEqual(1_800);
  });

  it('X3 refuses the 601st first step, and a locked account’s 601st password', async () => {
    const [account, locked] = [
      await createAccount(server),
      await createAccount(server, { status: 'locked' }),
    ];
    await insertSignIns(account.id, 599, 'sign-in.step');
    await insertSignIns(locked.id, 599, 'sign-in.failed');
    const { secret } = await addAuthenticatorApp(server, account.id);
    expect(secret).not.toBe('');
    for (const [{ phone, password }, first] of [
      [account, [200, undefined]],
      [locked, [403, 'ACCOUNT_LOCKED']],
    ] as const) {
      const attempt = async () => {
        const { status, code } = await new TestBrowser(server.app).post(passwordPath, { phone, password });
        return [status, code];
      };
      expect([await attempt(), await attempt()]).toEqual([first, [429, 'RATE_LIMITED']]);
    }
  });

  it('X3 accepts a passkey after 600 first steps', async () => {
    const answer = await methods.passkey(new TestBrowser(server.app), (id) =>
      insertSignIns(id, 600, 'sign-in.step'),
    );
    expect(answer.status).toBe(200);
  });

  it('X3 allows twice as many first steps on a known device', async () => {
    const { account, browser } = await knownBrowser(server);
    await addAuthenticatorApp(server, account.id);
    await insertSignIns(account.id, 600, 'sign-in.step');
    const { phone, password } = account;
    const attempt = async (from: TestBrowser) => (await from.post(passwordPath, { phone, password })).status;
    expect(await attempt(new TestBrowser(server.app))).toBe(429);
    expect(await attempt(browser)).toBe(200);
    // A known device has a limit too: the next step is the account's 1,200th.
    await insertSignIns(account.id, 598, 'sign-in.step');
    expect([await attempt(browser), await attempt(browser)]).toEqual([200, 429]);
  });

  it('X3 accepts an administrator’s first step after the operator reset the password', async () => {
    const account = await createAccount(server, { role: 'admin' });
    await insertSignIns(account.id, 600, 'sign-in.step');
    const { phone } = account;
    const attempt = async (password: string) =>
      (await new TestBrowser(server.app).post(passwordPath, { phone, password })).code;
    expect(await attempt(account.password)).toBe('RATE_LIMITED');
    await createAdminResetService(server.deps).resetAdminPassword(account.id, otherPassword, byOperator);
    expect(await attempt(otherPassword)).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('X3 reads only the account’s events of the last hour by index', async () => {
    const { sql } = server.deps;
    const { id } = await createAccount(server);
    await insertSignIns(id, 1_200);
    // The other accounts' events stay in the current month, because last month may have no partition of its own.
    await sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      select kind, account_id, account_id, '', '',
        greatest(date_trunc('month', now(), 'UTC'), now() - make_interval(secs => i))
      from generate_series(1, 10_000) i,
        (values ('account.created', 'acc_new'), ('session.started', 'acc_other')) e (kind, account_id)
      union all
      select 'session.started', ${id}, ${id}, '', '', now() - interval '2 hours' from generate_series(1, 5_000)`;
    // Vacuum, because the plan would otherwise depend on whether autovacuum has run.
    await sql`vacuum analyze audit_events`;
    const plan = await sql<{ 'QUERY PLAN': string }[]>`
      explain (analyze, costs off, timing off, summary off, buffers off) ${selectRecent(sql, id)}`;
    const lines = plan.map((line) => line['QUERY PLAN']);
    // Ignore partitions without matching events, which the planner may read by any index.
    const scans = lines.filter((line) => !line.includes('actual rows=0.00'));
    const indexes = scans.flatMap((line) => /Index Scan (?:using|on) (\w+)/u.exec(line)?.[1] ?? []);
    expect(indexes.length).toBeGreaterThan(0);
    expect(indexes.filter((name) => !name.endsWith('_account_idx'))).toEqual([]);
    const read = lines.flatMap((line) => /Scan .*rows=(\d+)/u.exec(line)?.[1] ?? []);
    expect(Math.max(...read.map(Number))).toBe(1_200);
    expect(lines.join('\n')).not.toMatch(/Rows Removed by Filter: \d{3}/u);
  });

  it('X3 accepts the new password after a reset, despite 600 earlier sign-ins', async () => {
    const account = await createAccount(server);
    const { id, phone } = account;
    await insertSignIns(id, 600);
    const owner = new TestBrowser(server.app);
    const otpToken = await insertOtpToken(server, owner, phone, 'forget-password');
    await owner.post('/vid/api/users/password/forget', { phone, otpToken, newPassword: otherPassword });
    expect((await owner.post(passwordPath, { phone, password: otherPassword })).status).toBe(200);
  });

  it('X3 accepts the password after a recovery, despite 600 earlier sign-ins', async () => {
    const { id, phone, password } = await createAccount(server);
    const owner = new TestBrowser(server.app);
    await insertSignIns(id, 600);
    expect((await owner.post(passwordPath, { phone, password })).code).toBe('RATE_LIMITED');
    await server.deps.sql`
      insert into audit_events (kind, account_id, address, request_id) values ('account.recovered', ${id}, '', '')`;
    expect((await owner.post(passwordPath, { phone, password })).status).toBe(200);
  });

  it('X3 does not count wrong passwords as sign-ins', async () => {
    const account = await createAccount(server);
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id)
      select 'sign-in.failed', ${account.id}, null, '', '' from generate_series(1, 600)`;
    expect((await signIn(new TestBrowser(server.app), account)).status).toBe(200);
  });

  it('S1 is the only step that sets a session cookie', async () => {
    const deliver = vi.spyOn(server.deps.completion, 'deliver');
    const others = Object.keys(endpoints).filter((name) => !signInRoutes.has(name));
    expect(others).toHaveLength(Object.keys(endpoints).length - signInRoutes.size);
    const member = new TestBrowser(server.app);
    const stranger = new TestBrowser(server.app);
    for (const name of others) {
      // Some of these routes end the member's session.
      if ((await member.get(me)).status === 401)
        await signInAdmin(server, member, await createAccount(server, { role: 'admin' }));
      deliver.mockClear();
      for (const browser of [member, stranger]) {
        const [word, path = ''] = name.split(' ');
        const method = verbs.find((verb) => verb === word) ?? 'GET';
        const answer = await browser.call(
          method,
          path.replace(/:\w+/gu, 'x'),
          method === 'GET' ? undefined : {},
        );
        expect([name, sessionCookie(answer) ?? '']).toEqual([name, '']);
      }
      expect([name, deliver.mock.calls.length]).toEqual([name, 0]);
    }
  });

  it('contains the only code that inserts sessions and sets their cookie', async () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const files = (await readdir(root, { recursive: true })).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing/'),
    );
    const sources = await Promise.all(
      files.map(async (name) => [name, await readFile(root + name, 'utf8')] as const),
    );
    const having = (pattern: RegExp) =>
      sources.filter(([, text]) => pattern.test(text)).map(([name]) => name);
    expect(having(/insert\s+into\s+sessions\b/iu)).toEqual(['sign-in/complete/complete.repo.ts']);
    expect(having(/import \{[^}]*\bcompleteRepo\b/u)).toEqual(['sign-in/complete/complete.service.ts']);
    expect(having(/\.write\(\s*reply,\s*'vid_sid'/u)).toEqual(['sign-in/complete/complete.service.ts']);
  });

  it('returns the demand of an account that must change its password', async () => {
    const account = await createAccount(server, { mustChange: true });
    const answer = await signIn(new TestBrowser(server.app), account);
    expect(answer.data['demands']).toEqual(['change-password']);
  });
});
