import type { Route } from '#http/routes.ts';
import type { SignOn } from '../services.ts';
import { createDeviceService } from './device.service.ts';

export function registerDeviceRoutes(route: Route, deps: SignOn): void {
  const devices = createDeviceService(deps);
  route('POST /vid/api/sso/device/lookup', async ({ body, session }) =>
    devices.lookUp(body.userCode, await deps.sessions.withExtras(session)),
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
