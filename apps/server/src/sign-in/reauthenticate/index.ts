import { clientSignal } from '#http/client-signal.ts';
import type { Module } from '#platform/module.ts';
import type { SessionPasskey } from '../passkey/session-passkey.ts';
import type { SignIn } from '../services.ts';
import { createReauthenticateService, type ReauthenticateService } from './reauthenticate.service.ts';

export function createReauthenticateModule(
  deps: SignIn & { readonly sessionPasskey: SessionPasskey },
): Module & { readonly reauthenticate: ReauthenticateService } {
  const { deviceCookie } = deps;
  const reauthenticate = createReauthenticateService(deps);
  return {
    reauthenticate,
    handlers: {
      'POST /vid/ajax/auth/reauthenticate/passkey/options': async ({ session }) =>
        reauthenticate.passkeyOptions(session),
      'POST /vid/ajax/auth/reauthenticate': async ({ body, session, caller, request, reply }) => {
        if ('passkey' in body) return reauthenticate.byPasskey({ session, passkey: body.passkey, caller });
        return reauthenticate.byPassword({
          session,
          password: body.password,
          devices: deviceCookie.read(request).map(({ hash }) => hash),
          caller,
          signal: clientSignal(reply),
        });
      },
    },
  };
}
