import type { DeviceCookie } from '#account/known-devices/device-cookie.ts';
import { clientSignal } from '#http/client-signal.ts';
import type { Route } from '#http/routes.ts';
import type { ReauthenticateService } from './reauthenticate.service.ts';

type Deps = { readonly reauthenticate: ReauthenticateService; readonly deviceCookie: DeviceCookie };

export function registerReauthenticateRoutes(route: Route, { reauthenticate, deviceCookie }: Deps): void {
  route('POST /vid/ajax/auth/reauthenticate/passkey/options', async ({ session }) =>
    reauthenticate.passkeyOptions(session),
  );

  route('POST /vid/ajax/auth/reauthenticate', async ({ body, session, caller, request, reply }) => {
    if ('passkey' in body) {
      await reauthenticate.byPasskey({ session, passkey: body.passkey, caller });
      return true as const;
    }
    await reauthenticate.byPassword({
      session,
      password: body.password,
      devices: deviceCookie.read(request).map(({ hash }) => hash),
      caller,
      signal: clientSignal(reply),
    });
    return true as const;
  });
}
