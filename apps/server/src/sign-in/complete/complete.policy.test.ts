import { expect, it } from 'vitest';
import { administratorProofs, demandsOn, missingFactor, provableAmr } from './complete.policy.ts';

it('demands a new password, and then the agreement to new terms', () => {
  expect(demandsOn({ mustChangePassword: true, mustAgree: true })).toEqual(['change-password', 'agree']);
  expect(demandsOn({ mustChangePassword: false, mustAgree: true })).toEqual(['agree']);
  expect(demandsOn({ mustChangePassword: false, mustAgree: false })).toEqual([]);
});

it('demands of administrators without an app two proofs that a method can give', () => {
  expect(administratorProofs).toEqual(['pwd', 'otp']);
  expect(provableAmr).toEqual(['pwd', 'otp', 'sms', 'fed', 'pop']);
});

it('names the factor that is missing', () => {
  expect(missingFactor('both-proofs', ['pwd'])).toBe('code');
  expect(missingFactor('both-proofs', ['otp', 'sms'])).toBe('password');
  expect(missingFactor('both-proofs', [])).toBe('password');
  expect(missingFactor('both-proofs', ['fed'])).toBe('password');
  expect(missingFactor('passkey', ['pwd', 'otp', 'sms'])).toBe('passkey');
});
