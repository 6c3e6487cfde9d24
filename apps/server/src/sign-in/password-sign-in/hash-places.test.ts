import { createAccount, insertOtpToken, otherPassword, setPasswordFailures } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { throttleHash } from '#account/credentials/code-demand.ts';

const login = '/vid/ajax/auth/login/phone';
const forget = '/vid/api/users/password/forget';
const junkToken = 'A'.repeat(43);

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(environment: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startTestServer(inject('cluster'), { environment });
  ends.push(() => server.close());
  return server;
}

/**
 * Keeps `places` slots of the limiter busy until the returned function is called. A hash that ends starts the
 * next hash before the event loop continues, so no request can take one of these slots.
 */
function holdPlaces(server: TestServer, places: number, address?: string): () => Promise<void> {
  const ended = new AbortController();
  const client = address === undefined ? {} : { address };
  const hold = async (): Promise<void> => {
    while (!ended.signal.aborted) await server.deps.hasher.admit(client, (slot) => slot.hash('x'));
  };
  const holders = Array.from({ length: places }, hold);
  const end = async (): Promise<void> => {
    ended.abort();
    await Promise.all(holders);
  };
  ends.push(end);
  return end;
}

const failuresOf = async (server: TestServer): Promise<number> => {
  const [row] = await server.deps.sql<{ failures: number }[]>`
    select coalesce(sum(failures), 0)::int as failures from password_throttles`;
  return row?.failures ?? -1;
};

describe('the hash limiter', () => {
  const full = { VID_PASSWORD_CONCURRENCY: '1', VID_PASSWORD_QUEUE: '1' };

  it('P11 leaves refusals by throttle, captcha and tokens unchanged when it is full', async () => {
    const server = await start(full);
    const browser = new TestBrowser(server.app);
    const [waiting, suspicious] = [await createAccount(server), await createAccount(server)];
    await server.deps.sql`
      insert into password_failures (phone_hash, address, failures, blocked_until)
      values (${throttleHash(server.deps.keys, waiting.phone)}, '127.0.0.1', 6, now() + interval '1 minute')`;
    await setPasswordFailures(server, suspicious.phone, 3);
    holdPlaces(server, 2);
    const refusals = [
      await browser.post(login, { phone: waiting.phone, password: otherPassword }),
      await browser.post(login, { phone: suspicious.phone, password: otherPassword }),
      await browser.post(forget, { phone: waiting.phone, otpToken: junkToken, newPassword: otherPassword }),
      await browser.post('/vid/ajax/users/signup/phone', {
        phone: freshPhone(),
        password: otherPassword,
        otpToken: junkToken,
        acceptedTerms: true,
      }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      'AUTH_THROTTLED',
      'CAPTCHA_REQUIRED',
      'OTP_TOKEN_INVALID',
      'OTP_TOKEN_INVALID',
    ]);
    expect(server.deps.hasher.state().refused).toBe(0);
  });

  it('P11 answers 503 to a correct password when it is full', async () => {
    const server = await start(full);
    const browser = new TestBrowser(server.app);
    const { phone, password } = await createAccount(server);
    const end = holdPlaces(server, 2);
    const refused = await browser.post(login, { phone, password });
    expect([refused.status, refused.code]).toEqual([503, 'BUSY']);
    expect(await failuresOf(server)).toBe(0);
    await end();
    expect((await browser.post(login, { phone, password })).status).toBe(200);
  });

  it('P11 has slots for other addresses when one address has taken its share', async () => {
    const server = await start({
      VID_PASSWORD_CONCURRENCY: '1',
      VID_PASSWORD_QUEUE: '5',
      VID_LIMIT_HASH_ADDRESS: '3',
    });
    const { phone, password } = await createAccount(server);
    holdPlaces(server, 3, '203.0.113.1');
    const from = (address: string) =>
      new TestBrowser(server.app).post(login, { phone, password }, { address });
    expect((await from('203.0.113.1')).code).toBe('BUSY');
    expect((await from('203.0.113.2')).status).toBe(200);
  });
});

describe('a reset with an invalid token', () => {
  it('P11 is limited to 100 attempts', async () => {
    const server = await start({});
    const browser = new TestBrowser(server.app);
    const { phone } = await createAccount(server);
    const send = (otpToken: string) => browser.post(forget, { phone, otpToken, newPassword: otherPassword });
    expect((await send(junkToken)).code).toBe('OTP_TOKEN_INVALID');
    await server.deps.sql`update counters set points = 99 where key like 'forget-miss:%'`;
    const answers = [await send(junkToken), await send(junkToken), await send(junkToken)];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'OTP_TOKEN_INVALID'],
      [429, 'RATE_LIMITED'],
      [429, 'RATE_LIMITED'],
    ]);
    expect(Number(answers.at(-1)?.raw.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await send(await insertOtpToken(server, browser, phone, 'forget-password'))).status).toBe(200);
    expect((await browser.post(login, { phone, password: otherPassword })).status).toBe(200);
  });
});
