import { clientSignal } from '#http/client-signal.ts';
import { readFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { PasswordResetService } from './password-reset.service.ts';

type Deps = { readonly passwordReset: PasswordResetService; readonly cookies: Cookies };

export function registerPasswordResetRoutes(route: Route, { passwordReset, cookies }: Deps): void {
  route('POST /vid/api/users/password/forget', async ({ body, caller, preSession, request, reply }) => {
    await passwordReset.reset({
      phone: body.phone,
      otpToken: readFlowToken(cookies, request, body.otpToken),
      newPassword: body.newPassword,
      caller,
      preSession,
      signal: clientSignal(reply),
    });
    cookies.clear(reply, 'vid_flow');
    return true as const;
  });
}
