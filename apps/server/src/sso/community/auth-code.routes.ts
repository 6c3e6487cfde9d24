import type { PreSessions } from '#http/pre-session.ts';
import type { Route } from '#http/routes.ts';
import type { AuthCodeService } from './auth-code.service.ts';

export function registerAuthCodeRoutes(
  route: Route,
  service: AuthCodeService,
  preSessions: PreSessions,
): void {
  route('POST /vid/api/auth/code/request', ({ body, session, request }) =>
    service.request({ ...body, session, preSessionHash: preSessions.find(request)?.hash }),
  );
}
