import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { SmsDeskService } from './sms-desk.service.ts';

export function registerSmsDeskRoutes(route: Route, { smsDesk }: { readonly smsDesk: SmsDeskService }): void {
  route('GET /vid/api/admin/sms', () => smsDesk.get());

  route('POST /vid/api/admin/sms/breaker', async ({ body, session, caller }) => {
    await smsDesk.hold(body, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/sms/breaker/release', async ({ body, session, caller }) => {
    await smsDesk.release(body.reason, byAdmin(session, caller));
    return true as const;
  });
}
