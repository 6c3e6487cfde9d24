import type { Route } from '#http/routes.ts';
import type { DeviceService } from './device.service.ts';

export function registerDeviceRoutes(route: Route, device: DeviceService): void {
  route('POST /vid/api/sso/device/lookup', ({ body, session }) => device.lookUp(body.userCode, session));
  route('POST /vid/api/sso/device/decide', ({ body, session }) =>
    device.decide(body.userCode, body.approve, session),
  );
}
