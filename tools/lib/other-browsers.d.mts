/** Types of other-browsers.mjs. The tools are JavaScript, because they run before TypeScript is installed. */
export function findFirefox(): string | undefined;
export function findWebKit(): string | undefined;
