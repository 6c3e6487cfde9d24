import type { SocialProof } from '#account/identities/social-proof.service.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { SocialProviderName } from '#ports/social/provider.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';
import { createSocialSignUpRepo, type PendingSignUp } from './social-sign-up.repo.ts';

/** An identity that belongs to no account becomes a pending sign-up. */
export type SocialSignIn =
  | { readonly signedIn: SignInResult }
  | { readonly signUpId: string; readonly pending: PendingSignUp };

export function createSocialService({ socialProofs, completion, ...deps }: SignIn) {
  const socialSignUps = createSocialSignUpRepo(deps);
  return {
    /**
     * Returns the provider's URL at which the code flow begins.
     * @throws AppError SOCIAL_DISABLED, RATE_LIMITED
     */
    start: (
      provider: SocialProviderName,
      input: { intent: 'signin' | 'popup'; caller: Caller; preSession: PreSession },
    ): Promise<string> => {
      const { intent, caller, preSession } = input;
      return socialProofs.start(provider, { intent, caller, holder: preSession.hash });
    },

    /**
     * Signs in with a provider's identity, or stores a pending sign-up. Only the stored identity finds the
     * account; the provider's e-mail, phone and name link nothing (L3).
     * @throws AppError SOCIAL_DISABLED, SOCIAL_INVALID, SOCIAL_UNAVAILABLE, ACCOUNT_LOCKED, LOCKED_BY_OWNER,
     * MAINTENANCE, RATE_LIMITED
     */
    async signIn(proof: SocialProof, { caller, browser }: Visit): Promise<SocialSignIn> {
      const { provider } = proof;
      const holder = browser.preSession.hash;
      const { subject, ...suggestion } = await socialProofs.verify(proof, { holder, caller });
      try {
        const signedIn = await completion.complete({
          account: { identity: { provider, subject } },
          method: 'social',
          amr: ['fed'],
          remember: true,
          caller,
          browser,
        });
        return { signedIn };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
      }
      const pending: PendingSignUp = { provider, subject, suggestion };
      return { signUpId: await socialSignUps.insert(holder, pending), pending };
    },
  };
}
