/** The times for which an administrator may hold the breaker of SMS codes open or closed. */
export const breakerMinutes = [15, 60, 240, 1440] as const;
