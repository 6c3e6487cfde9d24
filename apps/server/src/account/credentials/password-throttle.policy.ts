import { captchaLimits } from '@vid/contract/limits';

/** Failures of a phone after which the next try needs a captcha (specification, clause 5). */
export const failuresBeforeCaptcha = captchaLimits.failuresBeforeCaptcha;

/** Tries of a phone that are compared without a wait between them. */
export const triesWithoutWait = 5;

/** Seconds to wait before try 6, 7, 8 and 9; from the tenth on the last one holds (NIST SP 800-63B section 5.2.2). */
const waits = [30, 60, 300, 900, 3_600] as const;
const longestWait = 3_600;

/** Consecutive failures after which password sign-in rests until the password is set anew with a one-time code. */
export const failuresBeforeRest = 100;

/** What is told to wait while password sign-in rests: there is no end to name, but a header needs a number. */
export const restRetrySeconds = 86_400;

/** A day without a failure forgets those before it. */
export const forgetAfterSeconds = 86_400;

export const addressWindowSeconds = 600;
export const phonesWindowSeconds = 3_600;

/** Seconds until the next try of a phone with this many failures. */
export function waitAfter(failures: number): number {
  if (failures < triesWithoutWait) return 0;
  return waits[failures - triesWithoutWait] ?? longestWait;
}

/** `waitAfter` for the statement that counts: index n holds the wait after n failures, the last one stands for all above. */
export const waitTable: readonly number[] = Array.from(
  { length: triesWithoutWait + waits.length },
  (_, failures) => waitAfter(failures),
);
