import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { otpTokenInCookie, readSignup } from '#state/signup.ts';

/** Social identity that waits for a phone. Once the code is verified, also says whether the phone has an account. */
export type PendingSignUp = Answer<'POST /vid/ajax/auth/login/social/pending'>;

/** The signUpId is in an HttpOnly cookie that only the server reads, so requests contain this placeholder. */
export const signUpIdInCookie = 'cookie';

export function loadPendingSignUp(input: { withPhone: boolean }): Promise<PendingSignUp> {
  const { phone } = readSignup();
  return api.post('/vid/ajax/auth/login/social/pending', {
    body: {
      signUpId: signUpIdInCookie,
      ...(input.withPhone && { phone: phone ?? '', otpToken: otpTokenInCookie }),
    },
    isRepeatable: true,
  });
}
