/** How long a copy can be downloaded. */
export const exportTtlSeconds = 7 * 86_400;
/** One copy a day: each reads everything held about the account. */
export const exportIntervalSeconds = 86_400;
/** A job that has not finished a copy by then was killed. */
export const leaseSeconds = 120;
export const maxAttempts = 3;
