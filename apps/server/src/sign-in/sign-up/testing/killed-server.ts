import { readConfig } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { createDeps } from '#deps.ts';
import { buildApp } from '#app.ts';
import { createKeys } from '#lib/keys.ts';
import { createLogger } from '#lib/log/log.ts';
import { openDataKeys } from '#process/environment/open-data-keys.ts';

export type KilledServer = {
  readonly target: ConnectionTarget;
  readonly masterKey: string;
  readonly environment: Readonly<Record<string, string>>;
};

export type KilledRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

// Tests start this process and kill it during its requests.
const given: KilledServer = JSON.parse(process.argv[2] ?? '');
const config = readConfig(given.environment, { dataDir: '/nonexistent' });
const log = createLogger('silent', process.stderr);
const keys = createKeys();
const deps = createDeps(
  { config, target: given.target, keys, log },
  // The first held transaction must not time out before the last one is held.
  { statementTimeoutMs: 60_000, webFolder: '/nonexistent' },
);
await openDataKeys(deps, { current: Buffer.from(given.masterKey, 'hex') });
const app = await buildApp(deps);
await app.ready();
process.on('message', ({ url, headers, body }: KilledRequest) => {
  void app
    .inject({ method: 'POST', url, headers, payload: body })
    .then(({ statusCode }) => process.send?.({ url, statusCode }));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
