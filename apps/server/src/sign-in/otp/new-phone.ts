import type { OtpCodePurpose } from '#database/tables.ts';
import { daySeconds } from './otp.policy.ts';
import type { SignIn } from '../services.ts';

/** Daily codes to new phones of a member while codes to numbers without an account are suspended. */
const codesPerDay = 5;

type Requested = {
  readonly purpose: OtpCodePurpose;
  /** Hash of the browser's session token. */
  readonly sessionHash: Buffer | undefined;
  readonly recoveryToken: string | undefined;
};

/**
 * Creates a check of whether a code is for a new phone of a member: the browser has a session, or a recovery that can be
 * completed. The SMS breaker must not suspend such a code: at a ceiling of SMS costs it is open for up to a month,
 * but a recovery link lasts two days. The purpose alone proves nothing, because the requester chooses it.
 */
export function createNewPhoneCheck({ keys, counters, sessionRepo, recoveryRepo }: SignIn) {
  const findAccount = async ({ purpose, sessionHash, recoveryToken }: Requested) => {
    if (purpose === 'phone-change') return sessionHash && (await sessionRepo.find(sessionHash))?.account.id;
    if (purpose !== 'recovery' || recoveryToken === undefined) return undefined;
    return (await recoveryRepo.findReady(keys.hashSecret(recoveryToken)))?.accountId;
  };

  return async (requested: Requested): Promise<boolean> => {
    const accountId = await findAccount(requested);
    if (accountId === undefined) return false;
    const key = `otp-new-phone:${accountId}`;
    const [hit] = await counters.hit([{ key, windowSeconds: daySeconds, limit: codesPerDay }]);
    return hit?.isOver === false;
  };
}
