import { expect, it } from 'vitest';
import { lockError, type AccountLock } from './lock.policy.ts';

const lockedAt = new Date('2026-11-29T03:48:00Z');
const lock: AccountLock = {
  role: 'user',
  phone: '+84912345678',
  phoneInDoubt: false,
  ownerLockedAt: lockedAt,
};

it.each([
  ['a member with a trusted phone', {}, 'reset'],
  ['a member whose phone is in doubt', { phoneInDoubt: true }, 'recovery'],
  ['a member without a phone', { phone: null }, 'recovery'],
  ['an administrator', { role: 'admin' as const, phoneInDoubt: true }, 'operator'],
])('the error of a lock by $0 has opensBy $2', (_owner, state, opensBy) => {
  const { code, details } = lockError({ ...lock, ...state });
  expect([code, details]).toEqual(['LOCKED_BY_OWNER', { lockedAt: lockedAt.toISOString(), opensBy }]);
});

it('the error of a lock by others has no details', () => {
  const { code, details } = lockError({ ...lock, ownerLockedAt: null });
  expect([code, details]).toEqual(['ACCOUNT_LOCKED', undefined]);
});
