/** Rules of known devices (OWASP: "Slow down online guessing attacks with device cookies"). */
export const knownDevicePolicy = {
  lifeSeconds: 365 * 86_400,
  /** A browser with this many wrong passwords or codes since its last sign-in is no longer a known device. */
  maxPasswordFailures: 10,
  maxCodeFailures: 15,
  /** The number of accounts that one browser remembers; the least recently used account is dropped. */
  accountsPerBrowser: 5,
  /** The number of browsers that one account remembers; the least recently used browser is dropped. */
  devicesPerAccount: 20,
} as const;
