import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { figures } from './figures/figures.ts';
import { createReport } from './harness/report.ts';
import { createBench, type Settings } from './harness/world.ts';
import { runKills } from './correctness/kill.ts';
import { runOnce } from './correctness/once.ts';
import { secretKinds } from './correctness/once/race.ts';

const help = `npm run bench -- [command] [options]

  (no command)   every figure, each against a floor taken in the same run
    --only NAME  this one (may be repeated): ${figures.map(({ name }) => name).join(', ')}
    --quick      short rounds and small databases: shows that it runs, proves nothing
    --profile DIR  the servers write CPU profiles there (the figures then cost more)
  kill           kill -9 of VID and of PostgreSQL under sign-ups, then ledger against database
    --vid N --database N --writers N --quick
  once           one-time means once: 1,000 rounds of 50 parallel uses for each kind, on two processes
    --only NAME  this kind (may be repeated): ${secretKinds.join(', ')}
    --rounds N --parallel N --quick

Exit code 0: every target holds. 1: one was missed. 2: the run itself failed.
`;

const full: Settings = {
  isQuick: false,
  rounds: 5,
  seconds: 4,
  accounts: 100_000,
  sizes: [1_000, 100_000, 1_000_000],
};
const quick: Settings = { isQuick: true, rounds: 3, seconds: 1.5, accounts: 1_000, sizes: [1_000, 10_000] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    profile: { type: 'string' },
    vid: { type: 'string' },
    database: { type: 'string' },
    writers: { type: 'string' },
    rounds: { type: 'string' },
    parallel: { type: 'string' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'vid-bench-'));
const began = Date.now();
const tell = (progress: string): void => {
  console.error(`[${((Date.now() - began) / 1_000).toFixed(0).padStart(4)} s] ${progress}`);
};

async function main(): Promise<boolean> {
  const [command = 'figures'] = positionals;
  if (values.help) {
    console.log(help);
    return true;
  }
  const report = createReport((line) => console.log(line));
  switch (command) {
    case 'figures':
      await takeFigures(report);
      break;
    case 'kill':
      await runKills({
        vidKills: count(values.vid, values.quick ? 5 : 100),
        databaseKills: count(values.database, values.quick ? 2 : 20),
        writers: count(values.writers, 6),
        folder,
        report,
        tell,
      });
      break;
    case 'once':
      await runOnce({
        rounds: count(values.rounds, values.quick ? 20 : 1_000),
        // One use alone is no race.
        parallel: Math.max(2, count(values.parallel, 50)),
        wanted: new Set(choose(secretKinds)),
        folder,
        report,
        tell,
      });
      break;
    default:
      throw new Error(`unknown command ${command}\n${help}`);
  }
  const holds = report.finish();
  tell('done');
  return holds;
}

async function takeFigures(report: ReturnType<typeof createReport>): Promise<void> {
  const chosen = choose(figures.map(({ name }) => name));
  const settings = {
    ...(values.quick ? quick : full),
    ...(values.profile === undefined ? {} : { profileFolder: resolve(values.profile) }),
  };
  const bench = createBench({ settings, folder, tell });
  try {
    for (const figure of figures) if (chosen.includes(figure.name)) await figure.run(bench, report);
  } finally {
    await bench.close();
  }
}

/** What `--only` names, or all. */
function choose<const T extends string>(known: readonly T[]): readonly T[] {
  const names: readonly string[] = known;
  const unknown = (values.only ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`unknown: --only ${unknown.join(', ')}\n${help}`);
  return known.filter((name) => values.only?.includes(name) ?? true);
}

function count(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,6}$/u.test(text)) throw new Error(`“${text}” is no count`);
  return Number(text);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = (await main()) ? 0 : 1;
  await rm(folder, { recursive: true, force: true });
} catch (error) {
  console.error(error);
  console.error(`The logs of this run are in ${folder}`);
  process.exitCode = 2;
}
