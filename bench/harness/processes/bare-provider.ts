import { endChild, startChild } from './child.ts';
import { rotatedAccounts } from '../loads.ts';
import type { RelyingClient } from '../seeds/relying-client.ts';
import type { Bench, World } from '../world.ts';

/** The baseline server of the single sign-on figures, with only oidc-provider (`floors/bare-oidc.ts`). */
export type BareProvider = {
  readonly origin: string;
  readonly pid: number;
  readonly cookies: readonly string[];
  stop(): Promise<void>;
};

export async function startBareProvider(
  bench: Bench,
  world: World,
  { redirectUri, secret }: RelyingClient,
): Promise<BareProvider> {
  const { profileFolder } = bench.settings;
  const child = startChild(new URL('../../floors/bare-oidc.ts', import.meta.url), {
    environment: {
      ...world.database.environment,
      BARE_REDIRECT: redirectUri,
      BARE_SECRET: secret,
      BARE_SESSIONS: String(rotatedAccounts),
    },
    logFile: bench.logFile('bare-oidc'),
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
    hasChannel: true,
  });
  const { port, cookies } = await new Promise<{ port: number; cookies: string[] }>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () =>
      reject(new Error(`the bare provider exited; see ${bench.logFile('bare-oidc')}`)),
    );
  });
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, cookies, stop: () => endChild(child) };
}
