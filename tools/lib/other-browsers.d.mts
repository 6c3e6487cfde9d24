/** Types for `e2e`, as in chromium.d.mts. */
export function findFirefox(): string | undefined;
export function findWebKit(): string | undefined;
