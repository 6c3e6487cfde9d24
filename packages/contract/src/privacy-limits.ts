/**
 * A member may request one copy of their data in this time; failed ones do not count. Not in `limits.ts`, which the
 * sign-in page loads.
 */
export const exportIntervalSeconds = 86_400;
