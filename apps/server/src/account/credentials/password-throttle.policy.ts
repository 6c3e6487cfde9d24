import { captchaLimits } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';

/** Failures of a phone after which an attempt needs a captcha (specification, clause 5). */
export const failuresBeforeCaptcha = captchaLimits.failuresBeforeCaptcha;

/** Consecutive attempts on a phone before the first wait. */
export const attemptsWithoutWait = 5;

/** Seconds before attempts 6 to 9, and before every later one (NIST SP 800-63B section 5.2.2). */
const waits = [30, 60, 300, 900, 3_600] as const;
const longestWait = 3_600;

/** Consecutive failures that disable password sign-in until the password is reset with a one-time code. */
export const failuresBeforeReset = 100;

/** The `Retry-After` of a disabled password sign-in. Waiting does not help, but the header needs a number. */
export const resetRetrySeconds = 86_400;

/** Failures expire after this time without a new one. */
export const forgetAfterSeconds = 86_400;

export const addressWindowSeconds = 600;
export const phonesWindowSeconds = 3_600;

/** Seconds until a phone with this many failures may make its next attempt. */
export function waitAfter(failures: number): number {
  if (failures < attemptsWithoutWait) return 0;
  return waits[failures - attemptsWithoutWait] ?? longestWait;
}

/**
 * `waitAfter` as an array for SQL. Index n holds the wait after n failures; the last entry applies to all higher
 * counts.
 */
export const waitTable: readonly number[] = Array.from(
  { length: attemptsWithoutWait + waits.length },
  (_, failures) => waitAfter(failures),
);

/** Why an attempt is refused. */
export type Refusal =
  | { readonly refused: 'captcha' }
  | { readonly refused: 'wait'; readonly seconds: number; readonly needsReset: boolean }
  | { readonly refused: 'address'; readonly seconds: number };

/** The error of a refused attempt. With `needsReset`, the web app offers a reset instead of a wait. */
export function refusalError(refusal: Refusal): AppError {
  if (refusal.refused === 'captcha')
    return new AppError('CAPTCHA_REQUIRED', { details: { captchaRequired: true } });
  if (refusal.refused === 'address')
    return new AppError('RATE_LIMITED', { retryAfterSeconds: refusal.seconds });
  return new AppError('AUTH_THROTTLED', {
    retryAfterSeconds: refusal.seconds,
    details: { needsReset: refusal.needsReset },
  });
}
