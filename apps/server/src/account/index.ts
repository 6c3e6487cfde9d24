import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerReferralRoutes } from './referral/referral.routes.ts';
import type { AccountServices } from './services.ts';

/** Creates the services of referral codes, of notices to owners and of the limit of password attempts. */
export function createAccountModule({
  sms,
  notices,
  referral,
  throttle,
}: Platform & AccountServices): Module {
  return {
    routes: (route) => registerReferralRoutes(route, referral),
    schedules: [
      {
        name: 'deliver-sms',
        everyMinutes: 1,
        async run() {
          await notices.queueDue();
          await sms.sweep();
        },
      },
    ],
    purges: [{ name: 'password_throttles', deleteExpired: (limit) => throttle.deleteExpired(limit) }],
  };
}
