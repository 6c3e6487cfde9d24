/** Types of runtime.mjs. The tools are JavaScript, because they run before TypeScript is installed. */
export const SERVER_FLAGS: readonly string[];
export const SERVER_ENVIRONMENT: Readonly<Record<string, string>>;
