import { join } from 'node:path';
import { createKeys } from '@vid/server/lib/keys';
import { startFloor, type Floor } from './floor.ts';
import { startGenerator, type Generator } from './generator.ts';
import { hashSeededPassword } from './password-hash.ts';
import { startBenchPostgres, withConnection, type BenchDatabase, type BenchPostgres } from './postgres.ts';
import { seedAccounts } from './seed.ts';
import { loadSettings, startVidServer, type VidServer } from './vid-server.ts';

/** A database of so many accounts, and the server on it. */
export type World = {
  readonly accounts: number;
  readonly database: BenchDatabase;
  readonly server: VidServer;
};

export type Settings = {
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly seconds: number;
  /** Accounts in the database of the figures that are not about their number. */
  readonly accounts: number;
  /** The numbers of accounts that are compared. */
  readonly sizes: readonly number[];
  /** Where the servers leave CPU profiles, when they are to be looked into. */
  readonly profileFolder?: string;
};

/** Everything a figure may ask for; made on first use, ended together. */
export type Bench = {
  readonly settings: Settings;
  readonly keys: ReturnType<typeof createKeys>;
  generator(): Promise<Generator>;
  world(accounts: number): Promise<World>;
  floor(world: World): Promise<Floor>;
  /** A stranger's phone that no job has used: hand back how many a job took. */
  takePhones(): number;
  phonesUsed(count: number): void;
  /** A file for the words of a child process. */
  logFile(name: string): string;
  tell(progress: string): void;
  close(): Promise<void>;
};

const masterKey = Buffer.alloc(32, 0x5a);

export function createBench(options: {
  readonly settings: Settings;
  readonly folder: string;
  readonly tell: (progress: string) => void;
}): Bench {
  const { tell } = options;
  const keys = createKeys(masterKey);
  const worlds = new Map<number, Promise<World>>();
  const floors = new Map<number, Promise<Floor>>();
  let postgres: Promise<BenchPostgres> | undefined;
  let generator: Promise<Generator> | undefined;
  let phones = 0;
  const logFile = (name: string): string => join(options.folder, `${name}.log`);

  async function makeWorld(accounts: number): Promise<World> {
    postgres ??= startBenchPostgres();
    const { smsUrl } = await bench.generator();
    tell(`database of ${accounts.toLocaleString('en')} accounts`);
    const database = await (await postgres).create(`bench_${accounts}`);
    const hash = await hashSeededPassword(keys);
    await withConnection(database.target, (sql) => seedAccounts(sql, accounts, hash));
    const { profileFolder } = options.settings;
    const server = await startVidServer({
      logFile: logFile(`vid-${accounts}`),
      execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
      environment: {
        ...loadSettings(),
        ...database.environment,
        VID_DATA_DIR: join(options.folder, `data-${accounts}`),
        VID_MASTER_KEY: masterKey.toString('hex'),
        VID_SMS_URL: smsUrl,
      },
    });
    return { accounts, database, server };
  }

  const bench: Bench = {
    settings: options.settings,
    keys,
    tell,
    logFile,
    generator: () => (generator ??= startGenerator(logFile('generator'))),
    world(accounts) {
      const known = worlds.get(accounts) ?? makeWorld(accounts);
      worlds.set(accounts, known);
      return known;
    },
    floor(world) {
      const known =
        floors.get(world.accounts) ??
        startFloor({ environment: world.database.environment, logFile: logFile('floor') });
      floors.set(world.accounts, known);
      return known;
    },
    takePhones: () => phones,
    phonesUsed(count) {
      phones += count;
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
