import { AppError } from '#lib/app-error.ts';
import type { Refusal } from './password-throttle.ts';

/** What a refused try is answered with. `needsReset` tells that waiting does not help, a one-time code does. */
export function refusalOf(refusal: Refusal): AppError {
  if (refusal.refused === 'captcha')
    return new AppError('CAPTCHA_REQUIRED', { details: { captchaRequired: true } });
  if (refusal.refused === 'address')
    return new AppError('RATE_LIMITED', { retryAfterSeconds: refusal.seconds });
  return new AppError('AUTH_THROTTLED', {
    retryAfterSeconds: refusal.seconds,
    details: { needsReset: refusal.needsReset },
  });
}
