import { createAccount, insertOtpToken } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const me = '/vid/ajax/auth/me';
const limit = 50;

let server: TestServer;
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  twin = await server.twin();
});
afterAll(() => server.close());

async function signInByCode(phone: string, on = server): Promise<TestBrowser> {
  const browser = new TestBrowser(on.app);
  const otpToken = await insertOtpToken(on, browser, phone, 'signin');
  const answer = await browser.post('/vid/ajax/auth/login/otp', { phone, otpToken });
  expect(answer.status).toBe(200);
  return browser;
}

/** Inserts sessions one minute apart, oldest first. */
async function insertSessions(accountId: string, count: number, idleEnd = '1 day'): Promise<void> {
  await server.deps.sql`
    insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, created_at,
      idle_seconds, idle_expires_at, expires_at)
    select ${`ses_${accountId}_`} || n, sha256(convert_to(${accountId} || n, 'UTF8')), ${accountId}, 'otp', '{otp}', true, '', '',
      now() - make_interval(mins => ${count}::int - n + 60), 60, now() + ${idleEnd}::text::interval,
      now() + interval '1 day'
    from generate_series(1, ${count}::int) n`;
}

async function idsOf(accountId: string): Promise<string[]> {
  const rows = await server.deps.sql<{ id: string }[]>`
    select id from sessions where account_id = ${accountId} order by created_at`;
  return rows.map(({ id }) => id);
}

describe('the limit of 50 sessions per account', () => {
  it('ends the account’s oldest session at the 51st sign-in, and records the end', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    const neighbour = await signInByCode(other.phone);
    const oldest = await signInByCode(account.phone);
    const [oldestId] = await idsOf(account.id);
    await server.deps.sql`
      update sessions set created_at = now() - interval '1 day' where account_id = ${account.id}`;
    await insertSessions(account.id, limit - 1);
    expect((await oldest.get(me)).status).toBe(200);
    const newest = await signInByCode(account.phone);
    expect((await oldest.get(me)).code).toBe('TOKEN_INVALID');
    expect((await newest.get(me)).status).toBe(200);
    expect((await newest.get('/vid/api/sessions')).raw.json().data).toHaveLength(limit);
    expect((await neighbour.get(me)).status).toBe(200);
    const ids = await idsOf(account.id);
    expect(ids).toHaveLength(limit);
    expect(ids[0]).toBe(`ses_${account.id}_1`);
    const events = await server.deps.sql`
      select details from audit_events where kind = 'session.ended' and account_id = ${account.id}`;
    expect(events).toEqual([{ details: { sessionId: oldestId, reason: 'limit' } }]);
  });

  it('ends every session above the limit, and records each end', async () => {
    const account = await createAccount(server);
    await insertSessions(account.id, limit + 1);
    await signInByCode(account.phone);
    expect(await idsOf(account.id)).toHaveLength(limit);
    const events = await server.deps.sql`
      select from audit_events where kind = 'session.ended' and account_id = ${account.id}`;
    expect(events).toHaveLength(2);
  });

  it('does not count expired sessions', async () => {
    const account = await createAccount(server);
    const live = await signInByCode(account.phone);
    await server.deps.sql`
      update sessions set created_at = now() - interval '1 day' where account_id = ${account.id}`;
    await insertSessions(account.id, limit - 1, '-1 second');
    await signInByCode(account.phone);
    expect((await live.get(me)).status).toBe(200);
    expect(await idsOf(account.id)).toHaveLength(limit);
    const events = await server.deps.sql`
      select from audit_events where kind = 'session.ended' and account_id = ${account.id}`;
    expect(events).toHaveLength(0);
  });

  it('is not exceeded by parallel sign-ins in two processes', async () => {
    const account = await createAccount(server);
    await insertSessions(account.id, limit - 2);
    const browsers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => signInByCode(account.phone, index % 2 ? server : twin)),
    );
    expect(await idsOf(account.id)).toHaveLength(limit);
    for (const browser of browsers) expect((await browser.get(me)).status).toBe(200);
  });
});
