/** For the TypeScript of `e2e` and `bench`; the tools themselves run before TypeScript is installed. */
export function findChromium(): string;
