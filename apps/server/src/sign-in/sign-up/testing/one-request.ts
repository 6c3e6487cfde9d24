import { readConfig } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { createDeps } from '#deps.ts';
import { buildApp } from '#app.ts';
import { createLogger } from '#lib/log.ts';

/** What this process is told by its first argument: one request, made by a server of its own on a known database. */
export type OneRequest = {
  readonly target: ConnectionTarget;
  readonly masterKey: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
};

// A process that is killed in the middle of a request: run by tests, never by the server.
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
