import { clientSignal } from '#http/client-signal.ts';
import type { Route } from '#http/routes.ts';
import type { PasswordChangeService } from './password-change.service.ts';

export function registerPasswordChangeRoutes(route: Route, passwordChange: PasswordChangeService): void {
  route('POST /vid/api/users/password/change', async ({ body, session, caller, reply }) => {
    await passwordChange.change({
      session,
      currentPassword: body.currentPassword,
      newPassword: body.newPassword,
      caller,
      signal: clientSignal(reply),
    });
    return true as const;
  });
}
