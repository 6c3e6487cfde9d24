import type { Route } from '#http/routes.ts';
import type { SsoRedirectService } from './sso-redirect.service.ts';

export function registerSsoRedirectRoutes(route: Route, service: SsoRedirectService): void {
  route('POST /vid/ajax/apps/view/validateRedirectUrls', ({ body, preSession }) =>
    service.validate({ ...body, preSessionHash: preSession.hash }),
  );
}
