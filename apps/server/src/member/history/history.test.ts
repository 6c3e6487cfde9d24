import { createAccount, goodPassword, insertOtpToken, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { endpoints } from '@vid/contract/endpoints/index';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const path = '/vid/api/users/history';
const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Safari/604.1' };
const onIPhone = { browser: 'Safari', system: 'iOS' };
const onAndroid = { browser: 'Chrome', system: 'Android' };
const unknown = { browser: '', system: '' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const member = async () => {
  const account = await createAccount(server);
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  return { account, browser };
};

const shape = endpoints['GET /vid/api/users/history'].data;
const historyOf = async (browser: TestBrowser, query = '') =>
  Value.Parse(shape, (await browser.get(`${path}${query}`)).data);
const eventsOf = async (browser: TestBrowser) => (await historyOf(browser, '?limit=100')).items;

const insertRow = async (row: {
  accountId: string;
  kind: string;
  actorId?: string | null;
  details?: Record<string, string>;
  at?: Date;
}) => {
  const { accountId, kind, actorId = accountId, details = {}, at = new Date() } = row;
  await server.deps.sql`
    insert into audit_events (at, kind, account_id, actor_id, address, request_id, browser, system, details)
    values (${at}, ${kind}, ${accountId}, ${actorId}, '203.0.113.9', 'req', 'Safari', 'macOS',
      ${server.deps.sql.json(details)})`;
};

describe('the history of an account', () => {
  it('shows a new member only the creation of the account', async () => {
    const browser = new TestBrowser(server.app);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'signup');
    const before = Date.now();
    const answer = await browser.post(
      '/vid/ajax/users/signup/phone',
      { phone, password: goodPassword, otpToken, acceptedTerms: true },
      { headers: iPhone },
    );
    expect(answer.status).toBe(200);
    const { items, next } = await historyOf(browser);
    expect(items).toEqual([{ event: 'account-created', device: onIPhone, at: expect.any(String) }]);
    expect(Math.abs(new Date(items[0]?.at ?? 0).getTime() - before)).toBeLessThan(60_000);
    expect(next).toBeNull();
  });

  it('shows sign-ins, wrong passwords, changes and sign-outs, newest first', async () => {
    const { account, browser } = await member();
    const other = new TestBrowser(server.app);
    const wrong = { phone: account.phone, password: 'Sai-rồi 9x' };
    expect((await other.post('/vid/ajax/auth/login/phone', wrong, { headers: iPhone })).status).toBe(401);
    const otpToken = await insertOtpToken(server, other, account.phone, 'signin');
    const code = { phone: account.phone, otpToken };
    expect((await other.post('/vid/ajax/auth/login/otp', code, { headers: iPhone })).status).toBe(200);
    expect((await other.post('/vid/ajax/auth/logout', {}, { headers: iPhone })).status).toBe(200);
    const name = { name: 'Trần Thị Bình' };
    expect((await browser.call('PATCH', '/vid/api/users/profile', name)).status).toBe(200);
    expect((await eventsOf(browser)).map(({ event, device }) => [event, device])).toEqual([
      ['profile-changed', onAndroid],
      ['signed-out', onIPhone],
      ['signed-in-code', onIPhone],
      ['sign-in-failed', onIPhone],
      ['signed-in-password', onAndroid],
    ]);
  });

  it('shows a wrong password in a session as a failed confirmation', async () => {
    const { browser } = await member();
    const wrong = await browser.post('/vid/ajax/auth/reauthenticate', { password: 'Sai-rồi 9x' });
    expect(wrong.code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await eventsOf(browser)).map(({ event }) => event)).toEqual([
      'confirmation-failed',
      'signed-in-password',
    ]);
  });

  it('shows why a session ended', async () => {
    const { account, browser } = await member();
    for (const details of [{ sessionId: 'ses_1' }, { sessionId: 'ses_1', reason: 'password' }])
      await insertRow({ accountId: account.id, kind: 'session.ended', details });
    await insertRow({
      accountId: account.id,
      kind: 'session.ended',
      actorId: null,
      details: { sessionId: 'ses_1', reason: 'limit' },
    });
    expect((await eventsOf(browser)).map(({ event }) => event)).toEqual([
      'session-ended-limit',
      'session-ended-guessing',
      'session-ended',
      'signed-in-password',
    ]);
  });

  it('shows rows of the same time once over all pages', async () => {
    const { account, browser } = await member();
    const at = new Date();
    for (let row = 0; row < 25; row += 1)
      await insertRow({ accountId: account.id, kind: row % 3 ? 'password.changed' : 'profile.changed', at });
    const all = await eventsOf(browser);
    expect(all).toHaveLength(26);
    const read = [];
    let query = '';
    for (let pages = 1; pages <= 3; pages += 1) {
      const { items, next } = await historyOf(browser, query);
      read.push(...items);
      expect(items.length).toBeLessThanOrEqual(10);
      expect(next === null).toBe(pages === 3);
      query = `?after=${next}`;
    }
    expect(read).toEqual(all);
  });

  it.each([
    [1_998, ['profile-changed', 'signed-in-password'], []],
    [1_999, ['profile-changed'], ['signed-in-password']],
  ])(
    'X3 reads at most 2,000 rows for a page (%i rows between two events)',
    async (rows, onFirst, onSecond) => {
      const { account, browser } = await member();
      await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id)
      select 'sign-in.step', ${account.id}, ${account.id}, '', '' from generate_series(1, ${rows}::int)`;
      await insertRow({ accountId: account.id, kind: 'profile.changed' });
      const first = await historyOf(browser);
      expect(first.items.map(({ event }) => event)).toEqual(onFirst);
      const second = first.next === null ? undefined : await historyOf(browser, `?after=${first.next}`);
      expect(second?.items.map(({ event }) => event) ?? []).toEqual(onSecond);
      expect(second?.next ?? null).toBeNull();
    },
  );
});

describe('the history endpoint', () => {
  it('rejects a visitor', async () => {
    const answer = await new TestBrowser(server.app).get(path);
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('M6 rejects an invalid limit, parameter or cursor', async () => {
    const { browser } = await member();
    const forged = Buffer.from('[1,"1"]').toString('base64url');
    for (const query of ['limit=0', 'limit=101', 'after=x', `after=${forged}`, 'accountId=acc_1']) {
      const answer = await browser.get(`${path}?${query}`);
      expect([query, answer.status, answer.code]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
  });
});

describe('the data in the history', () => {
  it('M2 does not include events of other accounts, even with another account’s cursor', async () => {
    const [mine, other] = [await member(), await member()];
    for (let row = 0; row < 3; row += 1)
      await insertRow({ accountId: mine.account.id, kind: 'password.changed' });
    await insertRow({ accountId: other.account.id, kind: 'account.locked', actorId: mine.account.id });
    const { next } = await historyOf(mine.browser, '?limit=1');
    const { items } = await historyOf(other.browser, `?after=${next}`);
    expect(items.map(({ event }) => event)).toEqual(['signed-in-password']);
    expect((await eventsOf(other.browser)).map(({ event }) => event)).toEqual([
      'account-locked-by-association',
      'signed-in-password',
    ]);
    expect((await eventsOf(mine.browser)).map(({ event }) => event)).not.toContain(
      'account-locked-by-association',
    );
  });

  it('does not include addresses, ids or phone numbers', async () => {
    const { account, browser } = await member();
    const secret = {
      reason: 'khiếu nại 4711',
      phone: '+84 91*** 678',
      application: 'app_secret',
    };
    const done = { accountId: account.id, details: secret };
    await insertRow({ ...done, kind: 'account.locked', actorId: 'acc_admin' });
    await insertRow({ ...done, kind: 'password.reset', actorId: null });
    await insertRow({ ...done, kind: 'sign-in.failed', actorId: null });
    for (const kind of ['otp.sent', 'sign-in.step', 'session.confirmed', 'kind.of.the.future'])
      await insertRow({ ...done, kind });
    const { raw } = await browser.get(path);
    for (const part of ['203.0.113.9', 'acc_', 'ses_', '"req"', 'nại 4711', '*** 678', 'app_secret'])
      expect(raw.body).not.toContain(part);
    expect((await eventsOf(browser)).map(({ event, device }) => [event, device])).toEqual([
      ['sign-in-failed', { browser: 'Safari', system: 'macOS' }],
      ['password-reset-by-association', unknown],
      ['account-locked-by-association', unknown],
      ['signed-in-password', onAndroid],
    ]);
  });

  it('includes only the recognized names of a device', async () => {
    const { account } = await member();
    const other = new TestBrowser(server.app);
    const headers = { 'user-agent': '<svg onload=alert(1)> Firefox/140.0' };
    await other.post(
      '/vid/ajax/auth/login/phone',
      { phone: account.phone, password: 'Sai-rồi 9x' },
      { headers },
    );
    const rows = await server.deps.sql<{ browser: string; system: string | null }[]>`
      select browser, system from audit_events where account_id = ${account.id} and kind = 'sign-in.failed'`;
    expect(rows).toEqual([{ browser: 'Firefox', system: null }]);
  });
});
