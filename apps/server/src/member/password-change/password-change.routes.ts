import type { DeviceCookie } from '#account/known-devices/device-cookie.ts';
import { clientSignal } from '#http/client-signal.ts';
import type { Route } from '#http/routes.ts';
import type { PasswordChangeService } from './password-change.service.ts';

type Deps = { readonly passwordChange: PasswordChangeService; readonly deviceCookie: DeviceCookie };

export function registerPasswordChangeRoutes(route: Route, { passwordChange, deviceCookie }: Deps): void {
  route('POST /vid/api/users/password/change', async ({ body, session, caller, request, reply }) => {
    await passwordChange.change({
      session,
      currentPassword: body.currentPassword,
      newPassword: body.newPassword,
      devices: deviceCookie.read(request).map(({ hash }) => hash),
      caller,
      signal: clientSignal(reply),
    });
    return true as const;
  });
}
