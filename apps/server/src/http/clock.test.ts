import { TestBrowser } from '@vid/testkit/browser';
import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

const minuteMs = 60_000;
let server: TestServer;
let offsetMs = 0;

beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { overrides: { nowMs: () => Date.now() + offsetMs } });
});
beforeEach(() => {
  offsetMs = 0;
});
afterAll(() => server.close());

async function check(
  browser: TestBrowser,
  timestamp: number,
): Promise<{ status: number; code: string | undefined }> {
  const clientToken = await browser.clientToken({ timestamp });
  return browser.post('/vid/gateway/referral/check', { referralCode: 'K7M2Q9HTVN' }, { clientToken });
}

async function serverTime(browser: TestBrowser): Promise<number> {
  const config = await browser.get('/vid/api/auth/client/config');
  return Number(config.data['serverTime']);
}

describe('a server with a wrong clock', () => {
  it.each([10, -10, 600, -600])(
    'D7 accepts tokens with its own time (off by %s minutes)',
    async (minutes) => {
      offsetMs = minutes * minuteMs;
      const browser = new TestBrowser(server.app);
      const serverMs = await serverTime(browser);
      expect(Math.abs(serverMs - (Date.now() + offsetMs))).toBeLessThan(5_000);
      expect((await check(browser, serverMs)).status).toBe(200);
      expect(await check(browser, serverMs - minutes * minuteMs)).toMatchObject({
        status: 401,
        code: 'UNKNOWN_VALIDATING_EXCEPTION',
      });
    },
  );

  it.each([
    [-310, 401],
    [-290, 200],
    [290, 200],
    [310, 401],
  ])('D7 answers a token whose time is off by %s seconds with %s', async (seconds, status) => {
    const browser = new TestBrowser(server.app);
    const serverMs = await serverTime(browser);
    expect((await check(browser, serverMs + seconds * 1_000)).status).toBe(status);
  });

  it('D7 keeps the pre-session after its clock moves back an hour', async () => {
    const browser = new TestBrowser(server.app);
    await serverTime(browser);
    const before = browser.cookies.get('vid_pre');
    offsetMs = -60 * minuteMs;
    expect((await check(browser, Date.now() + offsetMs)).status).toBe(200);
    expect(browser.cookies.get('vid_pre')).toBe(before);
  });

  it('D7 neither ends nor extends sessions after its clock moves ahead a year', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await browser.post('/vid/ajax/auth/login/phone', { phone: account.phone, password: account.password });
    const read = async (): Promise<unknown> => {
      const [row] = await server.deps.sql<{ end: string }[]>`
        select expires_at::text as end from sessions where account_id = ${account.id}`;
      return row?.end;
    };
    const end = await read();
    offsetMs = 365 * 24 * 60 * minuteMs;
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    expect(await read()).toBe(end);
  });
});
