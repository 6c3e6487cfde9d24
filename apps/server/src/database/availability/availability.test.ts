import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDatabase, type Change } from './availability.ts';
import { DatabaseProblem, isOutage } from './outage.ts';
import type { Health } from './probe.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('D4 stalled writes end only with a successful probe', async () => {
  const reason = new Error('connection refused');
  const stalled: Health = { state: 'writes-stalled', isAfterSilence: false };
  const down: Health = { state: 'down', reason };
  let health: Health = stalled;
  const changes: Change[] = [];
  const disconnected: string[] = [];
  const availability = watchDatabase({
    probe: () => Promise.resolve(health),
    disconnect: (which) => disconnected.push(which),
    disconnectSilent: () => 0,
    onChange: (change) => changes.push(change),
  });
  const probeAs = async (next: Health): Promise<readonly Change[]> => {
    health = next;
    await vi.advanceTimersByTimeAsync(1_500);
    return changes.splice(0);
  };

  const never = new Promise<never>(() => undefined);
  const outcomes: string[] = [];
  for (const access of ['read', 'write'] as const)
    void availability
      .guard(() => never, access)
      .catch(({ code, retryAfterSeconds }) => outcomes.push(`${access} ${code} ${retryAfterSeconds}`));
  expect(await probeAs(stalled)).toEqual([{ areWritesStalled: true }]);
  expect(outcomes).toEqual(['write UNAVAILABLE 5']);
  expect(await probeAs(down)).toEqual([{ isUp: false, reason }]);
  expect(outcomes).toEqual(['write UNAVAILABLE 5', 'read UNAVAILABLE 5']);
  expect(disconnected).toEqual(['writers', 'all']);
  expect(await probeAs(stalled)).toEqual([{ isUp: true }]);
  expect(await probeAs(down)).toEqual([{ isUp: false, reason }]);
  expect(await probeAs({ state: 'up', isAfterSilence: false })).toEqual([
    { isUp: true },
    { areWritesStalled: false },
  ]);
  expect(disconnected).toEqual(['writers', 'all', 'all']);
  await availability.stop();
});

it('D2 silent connections are closed once after a new connection’s reply', async () => {
  const changes: Change[] = [];
  let health: Health = { state: 'up', isAfterSilence: true };
  const availability = watchDatabase({
    probe: () => {
      const answer = health;
      health = { state: 'up', isAfterSilence: false };
      return Promise.resolve(answer);
    },
    disconnect: () => undefined,
    disconnectSilent: () => 2,
    onChange: (change) => changes.push(change),
  });
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(() => expect(changes).toEqual([{ silentConnections: 2 }]));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(changes).toHaveLength(1);
  await availability.stop();
});

it('D2 the return of a database is noticed within 200 ms', async () => {
  let health: Health = { state: 'down', reason: new Error('connection refused') };
  const availability = watchDatabase({
    probe: () => Promise.resolve(health),
    disconnect: () => undefined,
    disconnectSilent: () => 0,
    onChange: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(availability.isUp()).toBe(false);
  health = { state: 'up', isAfterSilence: false };
  await vi.advanceTimersByTimeAsync(200);
  expect(availability.isUp()).toBe(true);
  await availability.stop();
});

it('D2 a server that refuses the password is probed every 5 s', async () => {
  const lost = new Error('connection refused');
  const refusal = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  let health: Health = { state: 'down', reason: lost };
  let probes = 0;
  const changes: Change[] = [];
  const availability = watchDatabase({
    probe: () => {
      probes += 1;
      return Promise.resolve(health);
    },
    disconnect: () => undefined,
    disconnectSilent: () => 0,
    onChange: (change) => changes.push(change),
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(availability.state().problem).toBeUndefined();
  health = { state: 'down', reason: refusal };
  await vi.advanceTimersByTimeAsync(200);
  const problem = 'The database server rejects the password in VID_DATABASE_URL.';
  expect(availability.state()).toMatchObject({ isUp: false, problem });
  const before = probes;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes - before).toBe(12);
  expect(changes).toEqual([
    { isUp: false, reason: lost },
    { isUp: false, reason: new DatabaseProblem(problem) },
  ]);
  health = { state: 'up', isAfterSilence: false };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(availability.state()).toMatchObject({ isUp: true, problem: undefined });
  await availability.stop();
});

it.each(['28P01', '28000', '3D000', '42501'])(
  'a connection that the server refuses with %s counts as an outage',
  (code) => {
    expect(isOutage(Object.assign(new Error('refused'), { code }))).toBe(true);
  },
);
