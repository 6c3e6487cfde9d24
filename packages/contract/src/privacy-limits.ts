/**
 * Minimum interval between two copies of a member's data; failed copies do not count. Kept out of `limits.ts`, which
 * the sign-in page loads.
 */
export const exportIntervalSeconds = 86_400;
