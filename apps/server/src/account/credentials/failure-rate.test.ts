import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createBackground } from '#lib/background.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import type { Problem } from '#platform/problems/problems.ts';
import { createFailureRate } from './failure-rate.ts';

const minute = 60_000;
const floor = 60;

function startAlarm() {
  let now = 0;
  const logged: string[] = [];
  const noted: Problem[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  const metrics = createMetrics();
  const background = createBackground(log);
  const alarm = createFailureRate({
    config: { signInFailuresTenMinutes: floor },
    metrics,
    background,
    log,
    problems: { note: async (problem) => void noted.push(problem) },
    monotonicMs: () => now,
  });
  return {
    ...alarm,
    logged,
    noted,
    async addAt(ms: number, count = 1): Promise<void> {
      now = ms;
      for (let n = 0; n < count; n += 1) alarm.add();
      await background.idle();
    },
    async stateAt(ms: number) {
      now = ms;
      const values = (await metrics.registry.getSingleMetric('vid_password_attack')?.get())?.values;
      return { isAttacked: alarm.isAttacked(), gauge: values?.[0]?.value };
    },
  };
}

describe('the alarm for guessed passwords', () => {
  it('ends half an hour after the last wrong password over the limit', async () => {
    const alarm = startAlarm();
    await alarm.addAt(0, floor);
    expect(await alarm.stateAt(0)).toEqual({ isAttacked: false, gauge: 0 });
    await alarm.addAt(minute, 1);
    expect(await alarm.stateAt(31 * minute - 1)).toEqual({ isAttacked: true, gauge: 1 });
    expect(await alarm.stateAt(31 * minute)).toEqual({ isAttacked: false, gauge: 0 });
  });

  it('is reported when it begins, and again after an hour', async () => {
    const alarm = startAlarm();
    await alarm.addAt(0, floor);
    expect([alarm.logged, alarm.noted]).toEqual([[], []]);
    const passwordsGuessed = { kind: 'passwords-guessed', detail: '' };
    await alarm.addAt(0, 2);
    await alarm.addAt(20 * minute, 200);
    await alarm.addAt(40 * minute, 200);
    await alarm.addAt(59 * minute);
    expect(alarm.logged).toHaveLength(1);
    expect(alarm.noted).toEqual([passwordsGuessed]);
    await alarm.addAt(60 * minute);
    expect(alarm.logged).toHaveLength(2);
    expect(alarm.noted).toEqual([passwordsGuessed, passwordsGuessed]);
  });

  it('reads the usual number of failures once, at the first wrong password', async () => {
    const alarm = startAlarm();
    let reads = 0;
    alarm.useHistory(async () => 6 * 30 * (reads += 1));
    expect(reads).toBe(0);
    await alarm.addAt(0);
    await alarm.addAt(0, 89);
    expect([reads, alarm.isAttacked()]).toEqual([1, false]);
    await alarm.addAt(0);
    expect([reads, alarm.isAttacked()]).toEqual([1, true]);
  });

  it('counts wrong passwords while it reads the history', async () => {
    const alarm = startAlarm();
    alarm.useHistory(async () => {
      for (let n = 0; n < floor; n += 1) alarm.add();
      return 0;
    });
    await alarm.addAt(0);
    expect(alarm.isAttacked()).toBe(true);
  });

  it('reads the usual number of failures again after an error', async () => {
    const alarm = startAlarm();
    let reads = 0;
    alarm.useHistory(async () => {
      reads += 1;
      if (reads === 1) throw new Error('the database is unavailable');
      return 6 * 30;
    });
    await alarm.addAt(0);
    await alarm.addAt(0);
    await alarm.addAt(0, 88);
    expect([reads, alarm.isAttacked()]).toEqual([2, false]);
  });
});
