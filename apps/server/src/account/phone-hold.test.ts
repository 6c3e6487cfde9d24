import { expect, it } from 'vitest';
import { phoneHoldOf } from './phone-hold.ts';

const changedAt = new Date('2026-06-01T00:00:00Z');
const after = (seconds: number) => ({ changedAt, now: new Date(changedAt.getTime() + seconds * 1_000) });

it('K1 a new password blocks a change of the phone for a day', () => {
  const until = new Date('2026-06-02T00:00:00Z');
  expect(phoneHoldOf(after(0))).toEqual({ until, seconds: 86_400 });
  expect(phoneHoldOf(after(86_399.5))).toEqual({ until, seconds: 1 });
  expect(phoneHoldOf(after(86_400))).toBeNull();
});

it('K1 an account without a recent password change may change the phone', () => {
  expect(phoneHoldOf(undefined)).toBeNull();
});
