import { expect, it } from 'vitest';
import { missingFactor, nextDemand } from './complete.policy.ts';

it('demands a new password only of an account that must change it', () => {
  expect(nextDemand({ mustChangePassword: true })).toBe('change-password');
  expect(nextDemand({ mustChangePassword: false })).toBeNull();
});

it('names the factor that is missing', () => {
  expect(missingFactor(['pwd'])).toBe('code');
  expect(missingFactor(['otp', 'sms'])).toBe('password');
  expect(missingFactor([])).toBe('password');
});
