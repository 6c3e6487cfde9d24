/**
 * Minimum interval between two copies of a member's data, not counting failed copies. This constant is not in
 * `limits.ts`, because the sign-in page loads that file.
 */
export const exportIntervalSeconds = 86_400;
