import { rememberDays } from '@vid/contract/limits';

export const twoStepPolicy = {
  setupSeconds: 900,
  recoveryCodes: 10,
  rememberSeconds: rememberDays * 86_400,
  attemptsPerStep: 5,
  /**
   * Wrong authenticator codes allowed in a day, counted for each known device and together for all other
   * browsers. Three codes in a million are valid at any time, so an attacker who knows the password needs 91
   * years on average to guess a code.
   */
  failuresPerDay: 10,
} as const;

export const failureWindowSeconds = 86_400;
