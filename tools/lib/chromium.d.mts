/**
 * Types of chromium.mjs for `e2e` and `bench`. The tools themselves are JavaScript, because they run before TypeScript
 * is installed.
 */
export function findChromium(): string | undefined;
export function getChromium(): string;
