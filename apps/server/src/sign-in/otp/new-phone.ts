import type { OtpCodePurpose } from '#database/tables.ts';
import type { Hit } from '#platform/limits/counters.ts';
import { daySeconds } from './otp.policy.ts';
import type { SignIn } from '../services.ts';

/**
 * Number of codes a day, per account and purpose, to new phones that are exempt from the limits on phones
 * without an account. Sessions and recoveries are counted separately, because an intruder may have a session.
 */
const codesPerDay = 5;

type Requested = {
  readonly purpose: OtpCodePurpose;
  readonly sessionHash: Buffer | undefined;
  readonly recoveryToken: string | undefined;
};

/**
 * Creates a function that returns the counter hit of a code to the new phone of an account. The account is that
 * of the browser's session, or of a recovery that can be completed, because the purpose that the requester
 * chose proves nothing alone. Codes to a new phone are sent even while the SMS breaker is open, because a
 * recovery link lasts only two days, while the monthly ceiling of SMS costs can keep the breaker open for a
 * month.
 */
export function createNewPhoneSearch({ keys, sessionRepo, recoveryRepo }: SignIn) {
  const findAccount = async ({ purpose, sessionHash, recoveryToken }: Requested) => {
    if (purpose === 'phone-change') return sessionHash && (await sessionRepo.find(sessionHash))?.account.id;
    if (purpose !== 'recovery' || recoveryToken === undefined) return undefined;
    return (await recoveryRepo.findReady(keys.hashSecret(recoveryToken)))?.accountId;
  };

  /** Returns the counter hit of a code to an account's new phone; null for any other code. */
  return async (requested: Requested): Promise<Hit | null> => {
    const accountId = await findAccount(requested);
    if (accountId === undefined) return null;
    const key = `otp-new-phone:${requested.purpose}:${accountId}`;
    return { key, windowSeconds: daySeconds, limit: codesPerDay };
  };
}
