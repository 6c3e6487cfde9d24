import type { Route } from '#http/routes.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { ProfileService } from './profile.service.ts';

export function registerProfileRoutes(route: Route, profile: ProfileService, sessions: SessionService): void {
  route('PATCH /vid/api/users/profile', async ({ body, session, caller }) => {
    const changed = await profile.change({
      session: await sessions.withExtras(session),
      change: body,
      caller,
    });
    return toUserInfo(changed, demandsOn(changed));
  });
}
