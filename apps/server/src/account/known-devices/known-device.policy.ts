/** Known devices follow OWASP's “Slow down online guessing attacks with device cookies”. */
export const knownDevicePolicy = {
  lifeSeconds: 365 * 86_400,
  /**
   * After this many wrong passwords or codes since its last sign-in, a browser is no longer a known device.
   */
  maxPasswordFailures: 10,
  maxCodeFailures: 15,
  /** A browser remembers this many accounts and drops the least recently used. */
  accountsPerBrowser: 5,
  /** An account remembers this many browsers and drops the least recently used. */
  devicesPerAccount: 20,
} as const;
