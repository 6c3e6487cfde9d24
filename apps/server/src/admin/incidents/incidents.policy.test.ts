import { describe, expect, it } from 'vitest';
import { secondsLeft, urgencyOf } from './incidents.policy.ts';

const hourMs = 3_600_000;
const discovered = Date.parse('2026-11-24T02:00:00Z');
const dueAt = new Date(discovered + 72 * hourMs);
const at = (hours: number) => discovered + hours * hourMs;

describe('the notification deadline of an incident', () => {
  it.each([
    [0, 'inTime'],
    [48, 'inTime'],
    [48.01, 'dueSoon'],
    [72, 'dueSoon'],
    [72.01, 'overdue'],
  ] as const)('after %d hours without a notice has the state %s', (hours, urgency) => {
    expect(urgencyOf({ status: 'open', dueAt, authorityNotifiedAt: null }, at(hours))).toBe(urgency);
  });

  it.each([
    [71, 'told'],
    [72, 'told'],
    [73, 'toldLate'],
  ] as const)('after a notice at %d hours keeps the state %s', (hours, urgency) => {
    const authorityNotifiedAt = new Date(at(hours));
    expect(urgencyOf({ status: 'notified', dueAt, authorityNotifiedAt }, at(500))).toBe(urgency);
    expect(urgencyOf({ status: 'closed', dueAt, authorityNotifiedAt }, at(500))).toBe(urgency);
  });

  it('no longer applies to an incident that was closed without a notice', () => {
    expect(urgencyOf({ status: 'closed', dueAt, authorityNotifiedAt: null }, at(500))).toBe('closed');
  });

  it('is given in whole seconds, which are negative once the notice is overdue', () => {
    expect([at(71), at(72) - 1, at(73)].map((now) => secondsLeft({ dueAt }, now))).toEqual([
      3_600, 0, -3_600,
    ]);
  });
});
