import type { ApplicationServices } from '#applications/services.ts';
import type { ConsentService } from '#consent/consent.service.ts';
import type { AttemptLog } from '#diagnosis/attempts/attempt-log.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { createDeviceRepo } from './device/device.repo.ts';
import { registerDeviceRoutes } from './device/device.routes.ts';
import { createDeviceService } from './device/device.service.ts';
import { registerInteractionRoutes } from './interactions/interactions.routes.ts';
import { createInteractionService } from './interactions/interactions.service.ts';
import type { BackchannelLogout } from './logout/backchannel-logout.ts';
import { registerLogoutRoutes } from './logout/logout.routes.ts';
import { mountOidc } from './provider/mount.ts';
import type { OidcServices } from './services.ts';
import { codePurges } from './store/code-purges.ts';

type Deps = Platform &
  ApplicationServices &
  OidcServices & {
    readonly backchannelLogout: BackchannelLogout;
    readonly consents: ConsentService;
    readonly attempts: AttemptLog;
    readonly sessions: SessionService;
  };

/** Creates the module of OpenID Connect: the provider, and the screens of VID that it shows. */
export function createOidcModule(deps: Deps): Module {
  const { sql, keys, cookies, sessions, applications, oidcProvider } = deps;
  const signOn = { ...deps, getProvider: oidcProvider.get, accounts: deps.claims };
  const interactions = createInteractionService(signOn);
  const devices = createDeviceService({ ...signOn, repo: createDeviceRepo(sql, keys) });
  return {
    async routes(route, app) {
      registerInteractionRoutes(route, { interactions, sessions, cookies });
      registerDeviceRoutes(route, { devices, sessions });
      registerLogoutRoutes(route, { sql, applications });
      await mountOidc(app, deps);
    },
    schedules: [{ name: 'deliver-logouts', everyMinutes: 1, run: async () => deps.backchannelLogout.kick() }],
    purges: codePurges(sql),
  };
}
