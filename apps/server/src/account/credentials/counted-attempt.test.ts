import { randomBytes } from 'node:crypto';
import { createAccount } from '@vid/testkit/accounts';
import { freshAddress } from '@vid/testkit/flows';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '#database/connection.ts';
import { createLogger } from '#lib/log/log.ts';
import { throttleHash } from './code-demand.ts';
import { keysOf, type PasswordAttempt } from './explain-refusal.ts';
import { createPasswordThrottle } from './password-throttle.ts';
import { countAttempt, freshAttempt } from './testing/attempts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const hashOf = (phone: string) => throttleHash(server.deps.keys, phone);
const count = (attempt: PasswordAttempt) => countAttempt(server, attempt);
const setFailures = (phone: string, failures: number) => server.deps.sql`
  insert into password_throttles (phone_hash, failures) values (${hashOf(phone)}, ${failures})
  on conflict (phone_hash) do update set failures = excluded.failures`;
const failuresOf = async (phone: string) => {
  const { sql } = server.deps;
  const phones = await sql<{ failures: number }[]>`
    select failures from password_throttles where phone_hash = ${hashOf(phone)}`;
  const networks = await sql<{ failures: number }[]>`
    select failures from password_failures where phone_hash = ${hashOf(phone)}`;
  return {
    phone: phones.map(({ failures }) => failures),
    networks: networks.map(({ failures }) => failures),
  };
};
const pointsOf = async ({ phone, address }: PasswordAttempt) => {
  const { failuresKey } = keysOf(hashOf(phone), address);
  const [row] = await server.deps.sql<{ points: number }[]>`
    select points from counters where key = ${failuresKey}`;
  return row?.points ?? 0;
};

async function knownDevice(): Promise<PasswordAttempt> {
  const { id, phone } = await createAccount(server);
  const tokenHash = randomBytes(32);
  await server.deps.sql`
    insert into known_devices (account_id, token_hash, expires_at) values (${id}, ${tokenHash}, now() + interval '1 day')`;
  return freshAttempt({ phone, devices: [tokenHash.toString('hex')] });
}

describe('the password throttle', () => {
  it('finds the account that has the phone, with its password hash', async () => {
    const { id, phone } = await createAccount(server);
    const hash = expect.stringContaining('$argon2id$');
    expect((await count(freshAttempt({ phone }))).account).toEqual({ id, status: 'active', hash });
    expect((await count(freshAttempt())).account).toBeNull();
  });

  it.each([
    ['code', 'counts'],
    ['session', 'counts'],
    ['captcha', 'refuses'],
    ['none', 'refuses'],
  ] as const)('P5 $1 an attempt with the proof “$0” after a hundred failures', async (proof, decision) => {
    const attempt = freshAttempt({ proof });
    await setFailures(attempt.phone, 100);
    const result = await server.deps.throttle.count(attempt);
    expect('refused' in result ? result.refused : result.stranger.failures).toBe(
      decision === 'counts' ? 101 : 'code',
    );
  });

  it('P6 adds no network failure if a parallel attempt reaches the phone’s limit', async () => {
    const { sql, throttle } = server.deps;
    const attempt = freshAttempt({ proof: 'captcha' });
    await setFailures(attempt.phone, 99);
    const { waiting } = await sql.begin(async (tx) => {
      // Commit another attempt's hundredth failure while this attempt waits for the row.
      await tx`update password_throttles set failures = 100 where phone_hash = ${hashOf(attempt.phone)}`;
      const started = throttle.count(attempt);
      await waitForLockWaits(server, 1);
      return { waiting: started };
    });
    expect(await waiting).toEqual({ refused: 'code' });
    expect(await failuresOf(attempt.phone)).toEqual({ phone: [100], networks: [0] });
  });
});

describe('a wrong password', () => {
  it('requires a captcha from an unknown device after the third failure', async () => {
    const { throttle } = server.deps;
    const attempt = freshAttempt({ proof: 'captcha' });
    const needs = [];
    for (let failures = 1; failures <= 4; failures += 1)
      needs.push((await throttle.failed(await count(attempt))).needsCaptcha);
    expect(needs).toEqual([false, false, true, true]);
  });

  it('counts against an address only from an unknown device', async () => {
    const { throttle } = server.deps;
    const [stranger, device] = [freshAttempt(), await knownDevice()];
    await throttle.failed(await count(stranger));
    expect(await throttle.failed(await count(device))).toEqual({ needsCaptcha: false });
    expect([await pointsOf(stranger), await pointsOf(device)]).toEqual([1, 0]);
  });
});

describe('a correct password', () => {
  it('clears only the failures of its network', async () => {
    const attempt = freshAttempt();
    await count(attempt);
    await count({ ...attempt, address: freshAddress() });
    await server.deps.throttle.succeeded(await count(attempt));
    expect(await failuresOf(attempt.phone)).toEqual({ phone: [1], networks: [1] });
  });

  it('clears failures in the transaction of the session only for an unknown device', async () => {
    const { throttle } = server.deps;
    expect(throttle.settle(await count(await knownDevice()), { hasCode: false })).toBeUndefined();
    expect(throttle.settle(await count(freshAttempt()), { hasCode: false })).toBeTypeOf('function');
  });
});

it('an attempt that a correct password cleared is not subtracted again', async () => {
  const { throttle } = server.deps;
  const attempt = freshAttempt();
  const cleared = await count(attempt);
  await count({ ...attempt, address: freshAddress() });
  await throttle.succeeded(await count(attempt));
  await throttle.takeBack(cleared);
  expect(await failuresOf(attempt.phone)).toEqual({ phone: [1], networks: [1] });
});

it('a sign-in without a password clears only the failures of its network', async () => {
  const { sql, throttle } = server.deps;
  const attempt = freshAttempt();
  await count(attempt);
  await count({ ...attempt, address: freshAddress() });
  const settle = throttle.settleNetwork(attempt.phone, attempt.address);
  await sql.begin(settle);
  expect(await failuresOf(attempt.phone)).toEqual({ phone: [1], networks: [1] });
});

it('clearing the failures of a phone also deletes its failures per network', async () => {
  const { sql, throttle } = server.deps;
  const attempt = freshAttempt();
  await count(attempt);
  await throttle.clear(sql, attempt.phone);
  expect(await failuresOf(attempt.phone)).toEqual({ phone: [], networks: [] });
});

describe('the password throttle without a database', () => {
  it.each([
    ['succeeded', 'failed to forget earlier password failures'],
    ['takeBack', 'failed to take back a password attempt'],
  ] as const)('logs a failure of %s() and does not throw', async (end, message) => {
    const counted = await count(freshAttempt());
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const { sql, close } = connect(
      { url: 'postgres://127.0.0.1:1/nowhere' },
      { max: 1, applicationName: 'vid-test' },
    );
    await createPasswordThrottle({ ...server.deps, sql, log })[end](counted);
    await close();
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: message, err: { code: 'ECONNREFUSED' } },
    ]);
  });
});
