import { expect, it } from 'vitest';
import { readEnd } from './maintenance.policy.ts';

/** 22:15 in Vietnam. */
const now = new Date('2026-11-30T15:15:00Z');

it.each([
  ['23:30', '2026-11-30T16:30:00.000Z'],
  ['22:16', '2026-11-30T15:16:00.000Z'],
  ['22:15', '2026-12-01T15:15:00.000Z'],
  ['5:00', '2026-11-30T22:00:00.000Z'],
  ['00:00', '2026-11-30T17:00:00.000Z'],
  ['2026-12-01T05:00', '2026-11-30T22:00:00.000Z'],
  ['2026-12-01 05:00', '2026-11-30T22:00:00.000Z'],
])('the end of maintenance “%s” is read as %s', (text, end) => {
  expect(readEnd(text, now).toISOString()).toBe(end);
});

it.each([
  ['24:00', 'must be a time in Vietnam'],
  ['tomorrow', 'must be a time in Vietnam'],
  ['2026-13-01T05:00', 'must be a time in Vietnam'],
  ['2026-11-30T22:15', 'must be in the future'],
  ['2026-12-07T22:16', 'must be at most 7 days away'],
])('the end of maintenance “%s” is refused, because it %s', (text, problem) => {
  expect(() => readEnd(text, now)).toThrow(problem);
});
