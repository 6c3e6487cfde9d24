import type { Route } from '#http/routes.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import type { SessionService } from './session.service.ts';
import { toUserInfo } from './user-info.ts';

export function registerSessionRoutes(route: Route, sessions: SessionService): void {
  route('GET /vid/ajax/auth/me', async ({ session }) =>
    toUserInfo(await sessions.withExtras(session), demandsOn(session)),
  );

  route('POST /vid/ajax/auth/logout', async ({ request, reply, caller }) => {
    await sessions.end({ request, reply }, caller);
    return true as const;
  });

  route('POST /vid/ajax/auth/logout/all', async ({ session, reply, caller }) => {
    await sessions.endAll(session.account.id, caller);
    sessions.forget(reply);
    return true as const;
  });

  route('GET /vid/api/sessions', ({ session, caller }) => sessions.list(session, caller.locale));

  route('DELETE /vid/api/sessions/:sessionId', async ({ session, params, reply, caller }) => {
    await sessions.endOne(session.account.id, params.sessionId, caller);
    if (params.sessionId === session.id) sessions.forget(reply);
    return true as const;
  });
}
