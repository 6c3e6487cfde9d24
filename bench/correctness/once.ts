import { join } from 'node:path';
import { startBenchPostgres, withConnection, type BenchDatabase } from '../harness/processes/postgres.ts';
import { newRelyingClient, registerClient } from '../harness/seeds/relying-client.ts';
import type { Report } from '../harness/report.ts';
import { seedAccounts, seededSessions } from '../harness/seed.ts';
import { makeSeededHash } from '../harness/seeds/seeded-hash.ts';
import { loadSettings, startVidServer } from '../harness/processes/vid-server.ts';
import { raceMemberSecrets } from './once/member-secrets.ts';
import { createRaces, type Races, type SecretKind, type Tally } from './once/race.ts';
import { raceSignOnSecrets } from './once/sign-on-secrets.ts';

export type OnceOptions = {
  readonly rounds: number;
  readonly parallel: number;
  readonly wanted: ReadonlySet<SecretKind>;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
};

/** Minimum number of accounts, so that successive rounds use different sessions. */
const minAccounts = 300;
const roundsPerProgress = 50;
const masterKey = Buffer.alloc(32, 0x5b);

/** R2: checks that each one-time secret can be used only once across two processes that share only the database. */
export async function runOnce(options: OnceOptions): Promise<void> {
  const postgres = await startBenchPostgres();
  try {
    await raceOn(options, await postgres.create('bench_once'));
  } finally {
    await postgres.stop();
  }
}

async function raceOn(options: OnceOptions, database: BenchDatabase): Promise<void> {
  const { rounds, parallel, wanted, report, logProgress } = options;
  const accounts = Math.max(minAccounts, rounds);
  const client = newRelyingClient('once');
  const first = await start('a', options.folder, database);
  const hash = await makeSeededHash(first.origin, database);
  await withConnection(database.target, async (sql) => {
    await seedAccounts(sql, accounts, hash);
    await registerClient(sql, client);
  });
  const servers = [first, await start('b', options.folder, database)] as const;
  try {
    const [{ origin: home }, { origin: other }] = servers;
    const races = createRaces({ origins: [home, other], parallel, wanted });
    logProgress(`${rounds} rounds of ${parallel} parallel uses on two processes`);
    for (let round = 1; round <= rounds; round += 1) {
      await raceMemberSecrets({ races, home, database }, round);
      await raceSignOnSecrets({ races, home, client, sessions: seededSessions(accounts) }, round);
      if (round % roundsPerProgress === 0) logProgress(`${round} rounds`);
    }
    addFigures(report, races, parallel);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function start(name: string, folder: string, database: BenchDatabase) {
  return startVidServer({
    logFile: join(folder, `once-${name}.log`),
    environment: {
      ...loadSettings(),
      ...database.environment,
      VID_DATA_DIR: join(folder, `once-${name}`),
      VID_MASTER_KEY: masterKey.toString('hex'),
      VID_PASSWORD_MEMORY_KIB: '7168',
      // Let the database decide every race. A full hashing queue would refuse some uses.
      VID_PASSWORD_QUEUE: '1000',
    },
  });
}

function addFigures(report: Report, { tallies }: Races, parallel: number): void {
  for (const [kind, tally] of tallies) {
    report.add({
      name: `${kind}: winners not one`,
      value: tally.wrong,
      unit: `of ${tally.rounds} rounds`,
      target: { of: 'value', atMost: 0 },
      note: noteOn(tally, parallel),
    });
    report.add({
      name: `${kind}: 5xx or no answer`,
      value: tally.serverErrors + tally.broken,
      unit: `of ${tally.rounds * parallel} uses`,
      target: { of: 'value', atMost: 0 },
    });
  }
}

function noteOn({ firstWrong }: Tally, parallel: number): string {
  const uses = `${parallel} parallel uses each, two processes`;
  return firstWrong === undefined ? uses : `${uses}; ${firstWrong}`;
}
