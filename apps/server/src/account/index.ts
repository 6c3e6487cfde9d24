import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { AccountServices } from './services.ts';

export function createAccountModule({
  sms,
  notices,
  referral,
  throttle,
}: Platform & AccountServices): Module {
  return {
    handlers: {
      'POST /vid/gateway/referral/check': ({ body, caller, preSession }) =>
        referral.check({ referralCode: body.referralCode, caller, preSession }),
    },
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
