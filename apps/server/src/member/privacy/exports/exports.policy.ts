export const exportTtlSeconds = 7 * 86_400;
/** How long an attempt to build a copy may take. After that its process is presumed dead, and another may try. */
export const leaseSeconds = 120;
export const maxAttempts = 3;
