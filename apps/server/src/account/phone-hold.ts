import { holdSeconds } from '@vid/contract/limits';
import type { PasswordRepo } from '#account/credentials/password.repo.ts';
import type { Queryable } from '#database/connection.ts';

type PhoneHold = { readonly until: Date; readonly seconds: number };

/**
 * Returns for how long a new password keeps the phone from being changed; null if the phone may be changed. A
 * code alone can set a password, and a password alone can change the phone. Someone who has the SIM for an
 * hour could otherwise move the account to another number, and would also get the link that undoes the
 * change.
 */
export function phoneHoldOf(
  password: { readonly changedAt: Date; readonly now: Date } | undefined,
): PhoneHold | null {
  if (!password) return null;
  const until = new Date(password.changedAt.getTime() + holdSeconds * 1_000);
  const seconds = Math.ceil((until.getTime() - password.now.getTime()) / 1_000);
  return seconds > 0 ? { until, seconds } : null;
}

export async function findPhoneHold(
  passwords: Pick<PasswordRepo, 'findReplacement'>,
  db: Queryable,
  accountId: string,
): Promise<PhoneHold | null> {
  return phoneHoldOf(await passwords.findReplacement(db, accountId, holdSeconds));
}
