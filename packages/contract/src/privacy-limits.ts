/**
 * A member may request one copy of their data in this time; failed copies do not count. This file is separate from
 * `limits.ts`, because the sign-in page loads that file and does not need this limit.
 */
export const exportIntervalSeconds = 86_400;
