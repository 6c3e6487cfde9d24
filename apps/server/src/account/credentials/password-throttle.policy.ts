import { captchaLimits } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';

/** After this many failures for a phone number, an attempt needs a captcha (specification, clause 5). */
export const failuresBeforeCaptcha = captchaLimits.failuresBeforeCaptcha;

/** An unknown device's network may make this many attempts on a phone before it must wait. */
export const attemptsWithoutWait = 5;

/**
 * A network waits this many seconds before its attempts 6 to 9; the last wait also applies to every later
 * attempt (NIST SP 800-63B section 5.2.2). Waits are per network, so that another person cannot make the
 * owner wait.
 */
const waits = [30, 60, 300, 900] as const;
const longestWait = 900;

/**
 * After this many consecutive failures on unknown devices, from all networks, such a device needs a one-time
 * code as well as the password. The limit bounds guessing from many networks.
 */
export const failuresBeforeCode = 100;

/** Returns the work level of the next captcha for an unknown device, by the phone's failures. */
export function workLevel(failures: number): number {
  if (failures < 10) return 0;
  if (failures < 30) return 1;
  return failures < 60 ? 2 : 3;
}

/** Failures expire after this many seconds without a new failure. */
export const forgetAfterSeconds = 86_400;

export const addressWindowSeconds = 600;
export const phonesWindowSeconds = 3_600;

export function waitAfter(failures: number): number {
  if (failures < attemptsWithoutWait) return 0;
  return waits[failures - attemptsWithoutWait] ?? longestWait;
}

/**
 * SQL uses `waitAfter` as this array. Index n holds the wait after n failures; the last entry applies to all
 * higher counts.
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
 * A caller may have proved more than the password: a captcha, a one-time code of the phone, or a session of
 * the account. A code or a session also replaces a captcha.
 */
export type AttemptProof = 'none' | 'captcha' | 'code' | 'session';

export type AttemptFacts = {
  readonly failures: number;
  /** The network may try the phone again after this many seconds. */
  readonly wait: number;
  /** The network failed this many times within ten minutes. */
  readonly addressPoints: number;
  /** True if the network has not failed on the phone within an hour. */
  readonly isNewPair: boolean;
  /**
   * The network failed on this many phones within an hour; `phonesWait` is the seconds until that hour ends.
   */
  readonly phones: number;
  readonly phonesWait: number;
};

/** If the reason for a refused attempt no longer applies, the caller may try again in a second. */
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
