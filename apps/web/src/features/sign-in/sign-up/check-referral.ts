import { api } from '#shared/api/api.ts';

/** Result of checking a referral code. `name` is the owner's masked name, empty if the account has none. */
export type ReferralCheck =
  | { kind: 'valid'; name: string }
  | { kind: 'invalid' }
  /** The check failed. The server checks the code again when it creates the account. */
  | { kind: 'unchecked' };

/** Checks a referral code. Never rejects. */
export async function checkReferral(referralCode: string): Promise<ReferralCheck> {
  try {
    const answer = await api.post('/vid/gateway/referral/check', { body: { referralCode } });
    return answer.valid ? { kind: 'valid', name: answer.displayName ?? '' } : { kind: 'invalid' };
  } catch {
    return { kind: 'unchecked' };
  }
}
