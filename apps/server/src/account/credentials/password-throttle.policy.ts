import { captchaLimits } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';

/** Failures for a phone after which an unknown device needs a captcha. */
export const failuresBeforeCaptcha = captchaLimits.failuresBeforeCaptcha;

/** Attempts of one network on a phone before the network must wait. */
const attemptsWithoutWait = 5;

/**
 * Seconds that a network waits before its attempts 6 to 9 on a phone; the last wait also applies to every
 * later attempt (NIST SP 800-63B section 5.2.2). Waits are per network, so that an attacker cannot make the
 * owner wait.
 */
const waits = [30, 60, 300, 900] as const;
const longestWait = 900;

/**
 * Failures, from all networks, after which an unknown device needs a one-time code as well as the password.
 * Bounds guessing from many networks.
 */
export const failuresBeforeCode = 100;

/** Returns the difficulty of an unknown device's next captcha, given the phone's failures. */
export function workLevel(failures: number): number {
  if (failures < 10) return 0;
  if (failures < 30) return 1;
  return failures < 60 ? 2 : 3;
}

/**
 * Seconds without a new failure after which a network's failures expire, as do a phone's failures below
 * `failuresBeforeCode`.
 */
export const forgetAfterSeconds = 86_400;

export const addressWindowSeconds = 600;
export const phonesWindowSeconds = 3_600;

export function waitAfter(failures: number): number {
  if (failures < attemptsWithoutWait) return 0;
  return waits[failures - attemptsWithoutWait] ?? longestWait;
}

/**
 * `waitAfter` as an array, for SQL: index n holds the wait after n failures, and the last entry applies to
 * all higher counts.
 */
export const waitTable: readonly number[] = Array.from(
  { length: attemptsWithoutWait + waits.length },
  (_, failures) => waitAfter(failures),
);

export type Refusal =
  | { readonly refused: 'captcha'; readonly workLevel: number }
  | { readonly refused: 'code' }
  | { readonly refused: 'wait'; readonly seconds: number }
  | { readonly refused: 'address'; readonly seconds: number };

/**
 * Proof besides the password: a captcha, a one-time code sent to the phone, or a session of the account. A
 * code or a session also replaces a captcha.
 */
export type AttemptProof = 'none' | 'captcha' | 'code' | 'session';

export type AttemptFacts = {
  readonly failures: number;
  /** Seconds until the network may try the phone again. */
  readonly wait: number;
  readonly addressPoints: number;
  /** True unless an hour is running that began with a failure of the network on this phone. */
  readonly isNewPair: boolean;
  /**
   * Phones counted for the network in the running hour, or its site's share if that is larger; `phonesWait` is
   * the seconds until that hour ends.
   */
  readonly phones: number;
  readonly phonesWait: number;
};

/**
 * Returns the reason for refusing an attempt. If no reason applies any more, the caller may retry in a
 * second.
 */
export function decideRefusal(
  facts: AttemptFacts,
  proof: AttemptProof,
  limits: { readonly signInAddressTenMinutes: number; readonly signInPhonesAddressHour: number },
): Refusal {
  const { failures, wait, addressPoints, isNewPair, phones, phonesWait } = facts;
  if (failures >= failuresBeforeCode && proof !== 'code' && proof !== 'session') return { refused: 'code' };
  if (wait > 0) return { refused: 'wait', seconds: wait };
  if (isNewPair && phones >= limits.signInPhonesAddressHour)
    return { refused: 'address', seconds: phonesWait };
  const needsCaptcha = failures >= failuresBeforeCaptcha || addressPoints >= limits.signInAddressTenMinutes;
  if (needsCaptcha && proof === 'none') return { refused: 'captcha', workLevel: workLevel(failures) };
  return { refused: 'wait', seconds: 1 };
}

export function refusalError(refusal: Refusal): AppError {
  if (refusal.refused === 'captcha')
    return new AppError('CAPTCHA_REQUIRED', {
      details: { captchaRequired: true, workLevel: refusal.workLevel },
    });
  if (refusal.refused === 'code') return new AppError('OTP_REQUIRED');
  if (refusal.refused === 'address')
    return new AppError('RATE_LIMITED', { retryAfterSeconds: refusal.seconds });
  return new AppError('AUTH_THROTTLED', { retryAfterSeconds: refusal.seconds });
}
