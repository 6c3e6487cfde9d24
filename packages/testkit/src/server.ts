import { buildApp, type AppOptions } from '@vid/server/app';
import { readConfig } from '@vid/server/config/config';
import { createDeps, type Deps } from '@vid/server/deps';
import type { Overrides } from '@vid/server/platform/platform';
import { createTelemetry } from '@vid/server/platform/telemetry/telemetry';
import { createKeys } from '@vid/server/lib/keys';
import { createLogger } from '@vid/server/lib/log/log';
import type { MasterKeys } from '@vid/server/platform/installation/data-keys';
import { openDataKeys } from '@vid/server/process/environment/open-data-keys';
import { createTestDatabase, type TestCluster } from './database/database.ts';

export type TestServer = {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly deps: Deps;
  /** All log lines so far, as JSON. Tests search these lines for secrets. */
  readonly logLines: readonly string[];
  /** Starts a second server on the same database, as a second process would. */
  twin(overrides?: Overrides, masterKeys?: MasterKeys): Promise<TestServer>;
  close(): Promise<void>;
};

export type TestServerOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  /** Loopback port of a proxy in front of the test PostgreSQL. */
  readonly proxyPort?: number;
  /** The web app's folder. Unset by default, so that tests do not depend on a build. */
  readonly app?: AppOptions;
};

/** Small hashing parameters, so that tests are fast, and limits that tests do not reach. */
const testSettings = {
  VID_PASSWORD_MEMORY_KIB: '7168',
  VID_PASSWORD_ITERATIONS: '1',
  VID_LIMIT_HASH_ADDRESS: '1000',
  VID_LIMIT_SIGNIN_FAILURES_10MIN: '1000000',
};

/** Starts a real server on a new database. Call the server through `app.inject`, or over a socket after `listen`. */
export async function startTestServer(
  cluster: TestCluster,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const database = await createTestDatabase(cluster);
  const { proxyPort } = options;
  const target =
    proxyPort === undefined || !('database' in database.target)
      ? database.target
      : { url: `postgres://${database.target.user}@127.0.0.1:${proxyPort}/${database.target.database}` };
  const server = await boot(target, options);
  return {
    ...server,
    async close() {
      await server.close();
      await database.drop();
    },
  };
}

async function boot(
  target: Awaited<ReturnType<typeof createTestDatabase>>['target'],
  options: TestServerOptions,
  masterKeys: MasterKeys = { current: Buffer.alloc(32, 7) },
): Promise<TestServer> {
  const config = readConfig(
    { VID_PORT: '8080', ...testSettings, ...options.environment },
    { dataDir: '/nonexistent' },
  );
  const logLines: string[] = [];
  const telemetry = await createTelemetry(config);
  const log = createLogger('debug', { write: (line: string) => void logLines.push(line) }, telemetry);
  const keys = createKeys();
  const deps = createDeps(
    { config, target, keys, log, telemetry },
    { webFolder: '/nonexistent', ...options.overrides },
  );
  // A server also builds the app before it loads the keys.
  const app = await buildApp(deps, options.app);
  await openDataKeys(deps, masterKeys);
  const twins: TestServer[] = [];
  return {
    app,
    deps,
    logLines,
    async twin(overrides = options.overrides, otherKeys = masterKeys) {
      const other = await boot(target, { ...options, ...(overrides && { overrides }) }, otherKeys);
      twins.push(other);
      return other;
    },
    async close() {
      await Promise.all(twins.map((twin) => twin.close()));
      await app.close();
      await deps.close();
    },
  };
}
