import { join } from 'node:path';
import { thisCheckout, type Checkout } from './processes/checkout.ts';
import { startFloor, type Floor } from './processes/floor.ts';
import { startGenerator, type Generator } from './processes/generator.ts';
import {
  startBenchPostgres,
  withConnection,
  type BenchDatabase,
  type BenchPostgres,
} from './processes/postgres.ts';
import { makeSeededHash } from './seeds/seeded-hash.ts';
import { loadSettings, startVidServer, type VidServer } from './processes/vid-server.ts';

export type World = {
  readonly accounts: number;
  readonly database: BenchDatabase;
  readonly server: VidServer;
  readonly passwordHash: string;
};

export type WorldKind = {
  readonly accounts: number;
  /** Whether the server keeps the default limits. */
  readonly hasOwnLimits?: boolean;
  readonly checkout?: Checkout;
};

export type Settings = {
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly accounts: number;
  readonly sizes: readonly number[];
  readonly profileFolder?: string;
  /** Extra settings for this checkout's servers (`--set`). */
  readonly environment?: Readonly<Record<string, string>>;
};

export type Bench = {
  readonly settings: Settings;
  generator(): Promise<Generator>;
  world(kind: WorldKind): Promise<World>;
  floor(world: World): Promise<Floor>;
  logFile(name: string): string;
  logProgress(progress: string): void;
  close(): Promise<void>;
};

export const masterKey = Buffer.alloc(32, 0x5a);

export function createBench(options: {
  readonly settings: Settings;
  readonly folder: string;
  readonly logProgress: (progress: string) => void;
}): Bench {
  const { logProgress } = options;
  const worlds = new Map<string, Promise<World>>();
  const floors = new Map<string, Promise<Floor>>();
  let postgres: Promise<BenchPostgres> | undefined;
  let generator: Promise<Generator> | undefined;
  const logFile = (name: string): string => join(options.folder, `${name}.log`);

  async function makeWorld(name: string, kind: WorldKind): Promise<World> {
    const { accounts, checkout = thisCheckout } = kind;
    postgres ??= startBenchPostgres();
    const { smsUrl } = await bench.generator();
    logProgress(`database ${name}: ${accounts.toLocaleString('en')} accounts`);
    const database = await (await postgres).create(name);
    const { profileFolder, environment: chosen } = options.settings;
    // Without a gateway, the first start is in evaluation mode, whose outbox shows codes.
    const start = (environment: Readonly<Record<string, string>> = {}): Promise<VidServer> =>
      startVidServer({
        checkout,
        logFile: logFile(name),
        execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
        environment: {
          ...(kind.hasOwnLimits === true ? { VID_EXAMPLES: 'off' } : loadSettings(checkout)),
          ...database.environment,
          VID_DATA_DIR: join(options.folder, `data-${name}`),
          VID_MASTER_KEY: masterKey.toString('hex'),
          ...(checkout.name === 'this' ? chosen : {}),
          ...environment,
        },
      });
    // The first start creates the schema of the checkout.
    const first = await start();
    const passwordHash = await makeSeededHash(first.origin, database);
    await first.stop();
    await withConnection(database.target, (sql) => checkout.seedAccounts(sql, accounts, passwordHash));
    return { accounts, database, passwordHash, server: await start({ VID_SMS_URL: smsUrl }) };
  }

  const bench: Bench = {
    settings: options.settings,
    logProgress,
    logFile,
    generator: () => (generator ??= startGenerator(logFile('generator'))),
    world(kind) {
      const name = nameOf(kind);
      const known = worlds.get(name) ?? makeWorld(name, kind);
      worlds.set(name, known);
      return known;
    },
    floor(world) {
      const { database, passwordHash } = world;
      const known =
        floors.get(database.name) ?? startFloor({ database, passwordHash, logFile: logFile('floor') });
      floors.set(database.name, known);
      return known;
    },
    async close() {
      const started = await Promise.allSettled([...floors.values(), generator]);
      const running = await Promise.allSettled(worlds.values());
      await Promise.all([
        ...started.map((result) => (result.status === 'fulfilled' ? result.value?.stop() : undefined)),
        ...running.map((result) => (result.status === 'fulfilled' ? result.value.server.stop() : undefined)),
      ]);
      await (await postgres)?.stop();
    },
  };
  return bench;
}

function nameOf({ accounts, hasOwnLimits = false, checkout = thisCheckout }: WorldKind): string {
  return `bench_${checkout.name}_${accounts}${hasOwnLimits ? '_limited' : ''}`;
}
