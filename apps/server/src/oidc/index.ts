import type { Module } from '#platform/module.ts';
import { registerDeviceRoutes } from './device/device.routes.ts';
import { registerInteractionRoutes } from './interactions/interactions.routes.ts';
import type { BackchannelLogout } from './logout/backchannel-logout.ts';
import { registerLogoutRoutes } from './logout/logout.routes.ts';
import { mountOidc } from './provider/mount.ts';
import type { SignOn } from './services.ts';
import { codePurges } from './store/code-purges.ts';

type Deps = SignOn & { readonly backchannelLogout: BackchannelLogout };

/** Creates the module of OpenID Connect: the provider, and the screens of VID that it shows. */
export function createOidcModule(deps: Deps): Module {
  return {
    async routes(route, app) {
      registerInteractionRoutes(route, deps);
      registerDeviceRoutes(route, deps);
      registerLogoutRoutes(route, deps);
      await mountOidc(app, deps);
    },
    schedules: [{ name: 'deliver-logouts', everyMinutes: 1, run: async () => deps.backchannelLogout.kick() }],
    purges: codePurges(deps.sql),
  };
}
