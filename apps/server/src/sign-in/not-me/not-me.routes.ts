import type { Route } from '#http/routes.ts';
import type { NotMeService } from './not-me.service.ts';

export function registerNotMeRoutes(route: Route, notMe: NotMeService): void {
  route('POST /vid/ajax/auth/not-me', async ({ body, caller }) => ({
    outcome: await notMe.report(body.code, caller),
  }));
}
