import type { Body } from '@vid/contract/endpoints/index';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { Completed } from '#sign-in/complete/complete.service.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';
import type { Assertions } from './assertions.ts';
import type { Challenges } from './challenges.ts';

type Deps = SignIn & { readonly challenges: Challenges; readonly assertions: Assertions };

/** A passkey proves two factors, because its device has verified the user. No second step follows. */
export function createPasskeySignInService({ challenges, assertions, completion }: Deps) {
  return {
    options: (preSession: PreSession) => assertions.options(challenges.holder.visitor(preSession)),

    /**
     * Signs in with a passkey. The transaction that writes the session redeems the challenge and checks the
     * counter.
     * @throws AppError PASSKEY_INVALID, PASSKEY_UNKNOWN, RATE_LIMITED; with a valid assertion ACCOUNT_LOCKED,
     * LOCKED_BY_OWNER, MAINTENANCE
     */
    async signIn(input: Body<'POST /vid/ajax/auth/login/passkey'> & Visit): Promise<Completed> {
      const { caller, browser, remember = true } = input;
      const holder = challenges.holder.visitor(browser.preSession);
      const used = await assertions.verify(input.passkey, holder, { caller, method: 'passkey' });
      try {
        const result = await completion.complete({
          account: { accountId: used.accountId },
          method: 'passkey',
          amr: ['pop'],
          isUnconfirmed: !used.mayConfirm,
          remember,
          caller,
          browser,
          redeem: (tx) => assertions.redeem(tx, used, caller),
        });
        if (result.demand === 'two-step') throw new Error('a passkey needs no second step');
        return result;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
        // The error is caused by an unusable assertion or a deleted account.
        return assertions.refuseUnused(used, caller);
      }
    },
  };
}
