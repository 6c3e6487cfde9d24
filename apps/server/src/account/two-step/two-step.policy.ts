export const twoStepPolicy = {
  setupSeconds: 900,
  recoveryCodes: 10,
  /** Seconds for which a device needs no code, if the member chooses to remember the device. */
  rememberSeconds: 30 * 86_400,
  attemptsPerStep: 5,
  /**
   * The wrong codes of an authenticator app that are allowed in a day, counted for each known device and together for
   * all other browsers. Three codes in a million are valid at any time, so a stranger who knows the password needs 91
   * years on average to guess a valid code.
   */
  failuresPerDay: 10,
} as const;

export const failureWindowSeconds = 86_400;
