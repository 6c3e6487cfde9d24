import type { Module } from '#platform/module.ts';
import type { SessionPasskey } from '../passkey/session-passkey.ts';
import type { SignIn } from '../services.ts';
import { registerReauthenticateRoutes } from './reauthenticate.routes.ts';
import { createReauthenticateService, type ReauthenticateService } from './reauthenticate.service.ts';

export function createReauthenticateModule(
  deps: SignIn & { readonly sessionPasskey: SessionPasskey },
): Module & { readonly reauthenticate: ReauthenticateService } {
  const { deviceCookie } = deps;
  const reauthenticate = createReauthenticateService(deps);
  return {
    reauthenticate,
    routes: (route) => registerReauthenticateRoutes(route, { reauthenticate, deviceCookie }),
  };
}
