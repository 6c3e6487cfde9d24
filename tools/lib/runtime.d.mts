/** For the TypeScript of `bench`; the tools themselves run before TypeScript is installed. */
export const SERVER_FLAGS: readonly string[];
export const SERVER_ENVIRONMENT: Readonly<Record<string, string>>;
