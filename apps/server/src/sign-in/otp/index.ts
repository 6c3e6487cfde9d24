import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { breakerLimits, isBreakerOpen } from './breaker.policy.ts';
import { findLatestCodes } from './breaker.repo.ts';
import { createOtpAttemptService } from './otp-attempt.service.ts';
import { registerOtpRoutes } from './otp.routes.ts';
import { createOtpService } from './otp.service.ts';

export function createOtpModule(deps: SignIn): Module {
  const { sql, config, metrics, smsBreaker } = deps;
  const otp = createOtpService(deps);
  const attempts = createOtpAttemptService(deps);
  metrics.gauge(
    'vid_sms_breaker_open',
    '1 while codes to phones without an account are suspended.',
    'max',
    async () => {
      const held = await smsBreaker.held();
      if (held !== undefined) return Number(held === 'open');
      return Number(isBreakerOpen(await findLatestCodes(sql, config), breakerLimits(config)));
    },
  );
  return { routes: (route) => registerOtpRoutes(route, { ...deps, otp, attempts }) };
}
