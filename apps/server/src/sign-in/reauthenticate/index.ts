import { readFlowToken } from '#http/browser/cookies.ts';
import { clientSignal } from '#http/routes/client-signal.ts';
import { AppError } from '#lib/app-error.ts';
import type { Module } from '#platform/module.ts';
import type { SessionPasskey } from '../passkey/session-passkey.ts';
import type { SignIn } from '../services.ts';
import { createReauthenticateService, type ReauthenticateService } from './reauthenticate.service.ts';

export function createReauthenticateModule(
  deps: SignIn & { readonly sessionPasskey: SessionPasskey },
): Module & { readonly reauthenticate: ReauthenticateService } {
  const { deviceCookie, preSessions, cookies } = deps;
  const reauthenticate = createReauthenticateService(deps);
  return {
    reauthenticate,
    handlers: {
      'GET /vid/ajax/auth/reauthenticate': ({ session }) => reauthenticate.ways(session),
      'POST /vid/ajax/auth/reauthenticate/passkey/options': async ({ session }) =>
        reauthenticate.passkeyOptions(session),
      'POST /vid/ajax/auth/reauthenticate': async ({ body, session, caller, request, reply }) => {
        const verified = { session, token: cookies.read(request, 'vid_sid') ?? '', caller };
        const deliver = (token: string): void => deps.completion.deliverToken({ session, token }, reply);
        if ('passkey' in body)
          return deliver(await reauthenticate.byPasskey({ ...verified, passkey: body.passkey }));
        if ('otpToken' in body) {
          const preSession = preSessions.find(request);
          if (!preSession) throw new AppError('OTP_TOKEN_INVALID');
          const otpToken = readFlowToken(cookies, request, body.otpToken);
          deliver(await reauthenticate.byCode({ ...verified, otpToken, preSessionHash: preSession.hash }));
          cookies.clear(reply, 'vid_flow');
          return undefined;
        }
        return deliver(
          await reauthenticate.byPassword({
            ...verified,
            password: body.password,
            devices: deviceCookie.read(request).map(({ hash }) => hash),
            signal: clientSignal(reply),
          }),
        );
      },
    },
  };
}
