import { expect, it } from 'vitest';
import { missingFactor, nextDemand, provableAmr, requiredAmr } from './complete.policy.ts';

it('demands a new password only of an account that must change it', () => {
  expect(nextDemand({ mustChangePassword: true })).toBe('change-password');
  expect(nextDemand({ mustChangePassword: false })).toBeNull();
});

it('demands both factors of administrators only, each of which a method can prove', () => {
  expect(requiredAmr).toEqual({ user: [], admin: ['pwd', 'otp'] });
  expect(provableAmr).toEqual(['pwd', 'otp', 'sms']);
});

it('names the factor that is missing', () => {
  expect(missingFactor(['pwd'])).toBe('code');
  expect(missingFactor(['otp', 'sms'])).toBe('password');
  expect(missingFactor([])).toBe('password');
});
