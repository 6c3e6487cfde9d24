import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { SessionPassword } from '#sign-in/session/session-password.ts';
import { clientSignal } from '#http/routes/client-signal.ts';
import { createPasswordChangeService } from './password-change.service.ts';

type Deps = Access & { readonly sessionPassword: SessionPassword };

export function createPasswordChangeModule(deps: Deps): Module {
  const { deviceCookie } = deps;
  const passwordChange = createPasswordChangeService(deps);
  return {
    handlers: {
      'POST /vid/api/users/password/change': ({ body, session, caller, request, reply }) =>
        passwordChange.change({
          session,
          currentPassword: body.currentPassword,
          newPassword: body.newPassword,
          devices: deviceCookie.read(request).map(({ hash }) => hash),
          caller,
          signal: clientSignal(reply),
        }),
      'POST /vid/api/users/password': ({ body, session, caller, reply }) =>
        passwordChange.setFirst({
          session,
          newPassword: body.newPassword,
          caller,
          signal: clientSignal(reply),
        }),
    },
  };
}
