import { expect, it } from 'vitest';
import { nextDemand } from './complete.policy.ts';

it('demands a new password only of an account that must change it', () => {
  expect(nextDemand({ mustChangePassword: true })).toBe('change-password');
  expect(nextDemand({ mustChangePassword: false })).toBeNull();
});
