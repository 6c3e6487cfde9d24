/** Types of chromium.mjs. The tools are JavaScript, because they run before TypeScript is installed. */
export function findChromium(): string | undefined;
export function getChromium(): string;
