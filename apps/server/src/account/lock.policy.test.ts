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
  [{}, 'reset'],
  [{ phoneInDoubt: true }, 'recovery'],
  [{ phone: null }, 'recovery'],
  [{ role: 'admin' as const, phoneInDoubt: true }, 'operator'],
])('an owner whose account is %o opens its lock by %s', (state, opensBy) => {
  const { code, details } = lockError({ ...lock, ...state });
  expect([code, details]).toEqual(['LOCKED_BY_OWNER', { lockedAt: lockedAt.toISOString(), opensBy }]);
});

it('a lock that the owner did not set names neither its time nor a way to open it', () => {
  const { code, details } = lockError({ ...lock, ownerLockedAt: null });
  expect([code, details]).toEqual(['ACCOUNT_LOCKED', undefined]);
});
