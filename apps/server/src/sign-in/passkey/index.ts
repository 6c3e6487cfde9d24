import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createAssertions } from './assertions.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeySignInService } from './passkey-sign-in.service.ts';
import { createPasskeysService, type PasskeysService } from './passkeys.service.ts';
import { createSessionPasskey, type SessionPasskey } from './session-passkey.ts';

export function createPasskeyModule(
  deps: SignIn,
): Module & { readonly passkeys: PasskeysService; readonly sessionPasskey: SessionPasskey } {
  const { completion, sessions } = deps;
  const challenges = createChallenges(deps);
  const assertions = createAssertions({ ...deps, challenges });
  const passkeySignIn = createPasskeySignInService({ ...deps, challenges, assertions });
  const passkeys = createPasskeysService({ ...deps, challenges });
  return {
    passkeys,
    sessionPasskey: createSessionPasskey({ challenges, assertions, passkeys }),
    handlers: {
      'POST /vid/ajax/auth/login/passkey/options': async ({ preSession }) =>
        passkeySignIn.options(preSession),
      'POST /vid/ajax/auth/login/passkey': async ({ body, ...call }) => {
        const completed = await passkeySignIn.signIn({ ...body, ...sessions.visitOf(call) });
        return completion.deliverSession(completed, call.reply);
      },
      'GET /vid/api/passkeys': ({ session }) => passkeys.list(session.account.id),
      'GET /vid/api/passkey-signals': ({ session }) => passkeys.signals(session.account),
      'POST /vid/api/passkey-options': ({ session }) => passkeys.creationOptions(session),
      'POST /vid/api/passkeys': ({ session, body, caller }) => passkeys.add({ ...body, session, caller }),
      'PATCH /vid/api/passkeys/:passkeyId': ({ session, params, body, caller }) =>
        passkeys.rename({ ...params, ...body, session, caller }),
      'DELETE /vid/api/passkeys/:passkeyId': ({ session, params, caller }) =>
        passkeys.remove({ ...params, session, caller }),
      'GET /vid/api/passkey-offer': async ({ session }) => ({
        isDue: await passkeys.isOfferDue(session),
      }),
      'POST /vid/api/passkey-offer/decline': ({ session }) => passkeys.declineOffer(session.account.id),
    },
  };
}
