import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { PasskeySignInService } from './passkey-sign-in.service.ts';
import type { PasskeysService } from './passkeys.service.ts';

type Deps = {
  readonly passkeySignIn: PasskeySignInService;
  readonly passkeys: PasskeysService;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
};

export function registerPasskeyRoutes(
  route: Route,
  { passkeySignIn, passkeys, completion, sessions }: Deps,
): void {
  route('POST /vid/ajax/auth/login/passkey/options', async ({ preSession }) =>
    passkeySignIn.options(preSession),
  );

  route('POST /vid/ajax/auth/login/passkey', async ({ body, caller, preSession, request, reply }) => {
    const completed = await passkeySignIn.signIn({
      passkey: body.passkey,
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
    });
    return completion.deliverSession(completed, reply);
  });

  route('GET /vid/api/passkeys', ({ session }) => passkeys.list(session.account.id));

  route('POST /vid/api/passkey-options', ({ session }) => passkeys.creationOptions(session));

  route('POST /vid/api/passkeys', ({ session, body, caller }) =>
    passkeys.add({ session, passkey: body.passkey, caller }),
  );

  route('PATCH /vid/api/passkeys/:passkeyId', ({ session, params, body, caller }) =>
    passkeys.rename({ session, passkeyId: params.passkeyId, name: body.name, caller }),
  );

  route('DELETE /vid/api/passkeys/:passkeyId', async ({ session, params, caller }) => {
    await passkeys.remove({ session, passkeyId: params.passkeyId, caller });
    return true as const;
  });

  route('GET /vid/api/passkey-offer', async ({ session }) => ({
    isDue: await passkeys.isOfferDue(session),
  }));

  route('POST /vid/api/passkey-offer/decline', async ({ session }) => {
    await passkeys.declineOffer(session.account.id);
    return true as const;
  });
}
