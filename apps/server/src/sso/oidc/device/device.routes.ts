import type { Route } from '#http/routes.ts';
import type { DeviceService } from './device.service.ts';

export function registerDeviceRoutes(route: Route, devices: DeviceService): void {
  route('POST /vid/api/sso/device/lookup', ({ body, session }) => devices.lookUp(body.userCode, session));
  route('POST /vid/api/sso/device/decide', ({ body, session, caller }) =>
    devices.decide({ typed: body.userCode, approve: body.approve, session, caller }),
  );
}
