import { expect, it } from 'vitest';
import { healthOf } from './sms-health.policy.ts';

it.each([
  ['idle', 0, 0, 0, null],
  ['working', 1, 0, 0, 300],
  ['working', 8, 1, 1, 1_500],
  ['slow', 8, 1, 1, 1_501],
  ['refusing', 7, 2, 1, 300],
  ['refusing', 0, 0, 1, 2_500],
] as const)(
  'the SMS channel is %s after %i accepted, %i refused and %i unknown replies',
  (health, accepted, refused, unknown, averageMs) => {
    expect(healthOf({ accepted, refused, unknown, averageMs })).toBe(health);
  },
);
