export function runInServer(args: string[], env?: NodeJS.ProcessEnv): Promise<number | undefined>;
export function findProblem(path: string, own?: number): string | undefined;
