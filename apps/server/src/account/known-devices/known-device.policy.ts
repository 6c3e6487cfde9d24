/** Follows OWASP's “Slow down online guessing attacks with device cookies”. */
export const knownDevicePolicy = {
  lifeSeconds: 365 * 86_400,
  /** Number of failures, not cleared by a success, from which a browser counts as unknown. */
  maxPasswordFailures: 10,
  maxCodeFailures: 15,
  /** Number of accounts that a browser remembers; the least recently used is dropped. */
  accountsPerBrowser: 5,
  /** Number of browsers that an account remembers; the least recently used is dropped. */
  devicesPerAccount: 20,
} as const;
