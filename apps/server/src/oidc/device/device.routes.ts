import type { Route } from '#http/routes.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { DeviceService } from './device.service.ts';

type Deps = { readonly devices: DeviceService; readonly sessions: SessionService };

export function registerDeviceRoutes(route: Route, { devices, sessions }: Deps): void {
  route('POST /vid/api/sso/device/lookup', async ({ body, session }) =>
    devices.lookUp(body.userCode, await sessions.withExtras(session)),
  );
  route('POST /vid/api/sso/device/decide', ({ body, session, caller }) =>
    devices.decide({
      typed: body.userCode,
      shownAccountId: body.accountId,
      approve: body.approve,
      session,
      caller,
    }),
  );
}
