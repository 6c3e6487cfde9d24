import { readConfig } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { createDeps } from '#deps.ts';
import { buildApp } from '#app.ts';
import { createLogger } from '#lib/log.ts';

/** The process's first argument, a request to send to a new server on an existing database. */
export type OneRequest = {
  readonly target: ConnectionTarget;
  readonly masterKey: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

// Run by tests, which kill the process during the request.
const given: OneRequest = JSON.parse(process.argv[2] ?? '');
const config = readConfig(given.environment, { dataDir: '/nonexistent' });
const log = createLogger('silent', process.stderr);
const deps = createDeps({
  config,
  target: given.target,
  masterKey: Buffer.from(given.masterKey, 'hex'),
  log,
});
const app = await buildApp(deps, { webFolder: '/nonexistent' });
const { statusCode } = await app.inject({
  method: given.method,
  url: given.url,
  headers: given.headers,
  payload: given.body,
});
process.stdout.write(String(statusCode));
await app.close();
await deps.close();
