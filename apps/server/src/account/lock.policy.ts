import type { AccountsRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';

export type AccountLock = Pick<AccountsRow, 'role' | 'phone' | 'phoneInDoubt' | 'ownerLockedAt'>;

type LockOpening = 'reset' | 'recovery' | 'operator';

/**
 * Returns the error for a sign-in to a locked account. Throw this error only after a valid proof, because it
 * reveals that the account exists and is locked (P1, O12).
 */
export function lockError(lock: AccountLock): AppError {
  const { ownerLockedAt } = lock;
  if (ownerLockedAt === null) return new AppError('ACCOUNT_LOCKED');
  const details = { lockedAt: ownerLockedAt.toISOString(), opensBy: openingOf(lock) };
  return new AppError('LOCKED_BY_OWNER', { details });
}

function openingOf({ role, phone, phoneInDoubt }: AccountLock): LockOpening {
  if (role === 'admin') return 'operator';
  return phone === null || phoneInDoubt ? 'recovery' : 'reset';
}
