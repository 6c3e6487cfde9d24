/**
 * Types of other-browsers.mjs for `e2e`. The tools themselves are JavaScript, because they run before TypeScript is
 * installed.
 */
export function findFirefox(): string | undefined;
export function findWebKit(): string | undefined;
