import { describe, expect, it } from 'vitest';
import {
  decide,
  isAllowedAt,
  nextRun,
  oldestDueSeconds,
  untilNext,
  type TaskState,
  type Timing,
} from './schedule.policy.ts';

const at = (time: string) => new Date(`2026-11-28T${time}Z`);
const reminders: Timing = { everyMinutes: 60, offsetMinutes: 10, betweenUtc: ['01:10', '12:15'] };
const task = (dueAt: string, leaseUntil?: string): TaskState => ({
  name: 'purge',
  dueAt: at(dueAt),
  leaseId: leaseUntil === undefined ? null : 'process',
  leaseUntil: leaseUntil === undefined ? null : at(leaseUntil),
});

describe('the next run of a task', () => {
  it.each([
    [{ everyMinutes: 1 }, '10:00:00', '2026-11-28T10:01:00.000Z'],
    [{ everyMinutes: 1 }, '10:00:59.999', '2026-11-28T10:01:00.000Z'],
    [{ everyMinutes: 5 }, '10:04:59', '2026-11-28T10:05:00.000Z'],
    [{ everyMinutes: 5 }, '10:05:00', '2026-11-28T10:10:00.000Z'],
    [{ everyMinutes: 10 }, '23:59:00', '2026-11-29T00:00:00.000Z'],
    [reminders, '00:00:00', '2026-11-28T01:10:00.000Z'],
    [reminders, '01:09:59', '2026-11-28T01:10:00.000Z'],
    [reminders, '01:10:00', '2026-11-28T02:10:00.000Z'],
    [reminders, '11:30:00', '2026-11-28T12:10:00.000Z'],
    [reminders, '12:10:00', '2026-11-29T01:10:00.000Z'],
    [reminders, '20:00:00', '2026-11-29T01:10:00.000Z'],
  ] as const)('with the schedule %o after %s is at %s', (timing, now, next) => {
    expect(nextRun(timing, at(now)).toISOString()).toBe(next);
  });

  it('cannot be calculated for a time window without a run', () => {
    expect(() => nextRun({ everyMinutes: 60, betweenUtc: ['01:10', '01:20'] }, at('00:00:00'))).toThrow(
      'no run falls',
    );
  });
});

describe('the time window of a task', () => {
  it.each([
    ['01:09:59', 'closed'],
    ['01:10:00', 'open'],
    ['12:15:59', 'open'],
    ['12:16:00', 'closed'],
  ])('is $1 for the reminders at $0', (now, state) => {
    expect(isAllowedAt(reminders, at(now))).toBe(state === 'open');
    expect(isAllowedAt({ everyMinutes: 60 }, at(now))).toBe(true);
  });
});

describe('a scheduled task', () => {
  it.each([
    ['runs when it is due', task('10:00:00'), '10:00:00', 'run'],
    ['waits until it is due', task('10:00:01'), '10:00:00', 'wait'],
    ['waits while a process holds its lease', task('10:00:00', '10:00:31'), '10:00:30', 'wait'],
    ['runs once the lease has ended', task('10:00:00', '10:00:30'), '10:00:30', 'run'],
    [
      'runs after the lease of a process that did not finish the task',
      task('11:00:00', '10:00:30'),
      '10:00:30',
      'run',
    ],
  ] as const)('%s', (_what, state, now, decision) => {
    expect(decide({ everyMinutes: 1 }, state, at(now))).toBe(decision);
  });

  it('is postponed outside its time of day, and runs late inside it', () => {
    expect(decide(reminders, task('12:10:00'), at('12:14:00'))).toBe('run');
    expect(decide(reminders, task('12:10:00'), at('12:50:00'))).toBe('postpone');
    expect(decide(reminders, task('12:10:00', '12:51:00'), at('12:50:00'))).toBe('wait');
  });
});

it('the schedule wakes up when a task is due and not leased', () => {
  const tasks = [task('10:00:30'), task('10:00:00', '10:00:20')];
  expect(untilNext(tasks, at('10:00:00'))).toBe(20_000);
  expect(untilNext(tasks, at('11:00:00'))).toBe(0);
  expect(untilNext([], at('10:00:00'))).toBe(Infinity);
});

it('the schedule reports the age of the oldest waiting task', () => {
  expect(oldestDueSeconds([], at('10:00:00'))).toBe(0);
  expect(oldestDueSeconds([task('10:01:00')], at('10:00:00'))).toBe(0);
  expect(oldestDueSeconds([task('09:00:00', '10:00:10')], at('10:00:00'))).toBe(0);
  expect(oldestDueSeconds([task('09:59:00'), task('09:58:00')], at('10:00:00'))).toBe(120);
});
