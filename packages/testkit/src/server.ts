import { buildApp, type AppOptions } from '@vid/server/app';
import { readConfig } from '@vid/server/config/config';
import { createDeps, type Deps, type Overrides } from '@vid/server/deps';
import { createLogger } from '@vid/server/lib/log';
import { createTestDatabase, type TestCluster } from './database.ts';

export type TestServer = {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly deps: Deps;
  /** Everything logged so far, one JSON line each; for tests that look for secrets in it. */
  readonly logLines: readonly string[];
  /** Another process's worth of the server on the same database. */
  twin(): Promise<TestServer>;
  close(): Promise<void>;
};

type Options = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  /** No web app unless its folder is given, so that a test does not depend on a build. */
  readonly app?: AppOptions;
};

/** Small hashing parameters: the tests are about behaviour, not about how long a hash takes. */
const fastHashing = { VID_PASSWORD_MEMORY_KIB: '7168', VID_PASSWORD_ITERATIONS: '1' };

/** A real server on a database of its own; requests by `app.inject` or, after `listen`, over a socket. */
export async function startTestServer(cluster: TestCluster, options: Options = {}): Promise<TestServer> {
  const database = await createTestDatabase(cluster);
  const server = await boot(database.target, options);
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
  options: Options,
): Promise<TestServer> {
  const config = readConfig(
    { VID_PORT: '8080', ...fastHashing, ...options.environment },
    { dataDir: '/nonexistent' },
  );
  const logLines: string[] = [];
  const log = createLogger('debug', { write: (line: string) => void logLines.push(line) });
  const deps = createDeps({ config, target, masterKey: Buffer.alloc(32, 7), log }, options.overrides);
  const app = await buildApp(deps, { webFolder: '/nonexistent', ...options.app });
  const twins: TestServer[] = [];
  return {
    app,
    deps,
    logLines,
    async twin() {
      const other = await boot(target, options);
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
