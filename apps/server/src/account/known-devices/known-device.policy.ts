/** Rules of known devices (OWASP: "Slow down online guessing attacks with device cookies"). */
export const knownDevicePolicy = {
  lifeSeconds: 365 * 86_400,
  /** After this many wrong passwords or codes since its last sign-in, the browser is a stranger again. */
  maxPasswordFailures: 10,
  maxCodeFailures: 15,
  /** Accounts that one browser remembers; the one used least recently is dropped. */
  accountsPerBrowser: 5,
  /** Browsers that one account remembers; the one used least recently is dropped. */
  devicesPerAccount: 20,
} as const;
