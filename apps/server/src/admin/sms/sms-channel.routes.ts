import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { SmsChannelService } from './sms-channel.service.ts';

export function registerSmsChannelRoutes(
  route: Route,
  { smsChannel }: { readonly smsChannel: SmsChannelService },
): void {
  route('GET /vid/api/admin/sms', () => smsChannel.get());

  route('POST /vid/api/admin/sms/breaker', async ({ body, session, caller }) => {
    await smsChannel.hold(body, byAdmin(session, caller));
    return true as const;
  });

  route('POST /vid/api/admin/sms/breaker/release', async ({ body, session, caller }) => {
    await smsChannel.release(body.reason, byAdmin(session, caller));
    return true as const;
  });
}
