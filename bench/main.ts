import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCheckouts } from './compare.ts';
import { recordRun } from './record.ts';
import { figures } from './figures/figures.ts';
import { createReport, type Report } from './harness/report.ts';
import { createBench, type Settings } from './harness/world.ts';
import { faultNames, runFaults } from './correctness/ha.ts';
import { runKills } from './correctness/kill.ts';
import { runOnce } from './correctness/once.ts';
import { runRestore } from './correctness/restore.ts';
import { runUpgrade } from './correctness/upgrade.ts';
import { runFormerTests } from './correctness/upgrade/former-tests.ts';
import { secretKinds } from './correctness/once/race.ts';

const upgradeParts = ['tests', 'processes'] as const;
const comparable = figures.filter(({ loads }) => loads).map(({ name }) => name);

const help = `npm run bench -- [command] [options]

Benchmarks (no command): every figure, each against a floor measured in the same run.
    --only NAME     only this figure (may be repeated): ${figures.map(({ name }) => name).join(', ')}
    --quick         short rounds and small databases: checks that the bench works; the figures mean nothing
    --against DIR   compare with another checkout (installed and built), alternating between both servers
                    (${comparable.join(', ')})
    --set NAME=TEXT a setting of this checkout's servers (may be repeated); with --against ., the cost of the setting
    --rounds N      rounds of each side, 5 by default
    --record        store the figures in bench/results.json and write them into docs/benchmarks.md
    --profile DIR   the servers write CPU profiles there, which slows them down

Correctness tests (in bench/correctness):
  kill              kill -9 of VID and of PostgreSQL during sign-ups, then compare ledger and database
    --vid N --database N --writers N --quick
  once              one-time secrets: 1,000 rounds of 50 parallel uses for each kind, on two processes
    --only NAME     only this kind (may be repeated): ${secretKinds.join(', ')}
    --rounds N --parallel N --quick
  restore           a backup during sign-ups, restored to another folder: compare it with the ledger, check that it is quiet
    --accounts N --writers N --quick
  upgrade           the server's tests of another checkout run on the schema of this one; then two of its processes are
                    replaced by this checkout, and back, under load, which needs HAProxy
    --against DIR   the former release, installed and built
    --only NAME     only this part: ${upgradeParts.join(', ')}
  ha                faults of the primary of ops/ha/cluster, which npm run test:ha starts, during sign-ups, sign-ins and sign-ons
    --only NAME     only this fault (may be repeated): ${faultNames.join(', ')}

Exit code 0: all targets met. 1: a target missed. 2: the run failed.
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
    against: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    profile: { type: 'string' },
    vid: { type: 'string' },
    database: { type: 'string' },
    writers: { type: 'string' },
    accounts: { type: 'string' },
    rounds: { type: 'string' },
    parallel: { type: 'string' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'vid-bench-'));
const startedAt = Date.now();
const logProgress = (progress: string): void => {
  console.error(`[${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s] ${progress}`);
};

async function main(): Promise<boolean> {
  const [command = 'figures'] = positionals;
  if (values.help) {
    console.log(help);
    return true;
  }
  const report = createReport(
    (line) => console.log(line),
    values.against === undefined || command !== 'figures' ? 'floor' : 'other',
  );
  switch (command) {
    case 'figures':
      await runFigures(report);
      break;
    case 'kill':
      await runKills({
        vidKills: count(values.vid, values.quick ? 5 : 100),
        databaseKills: count(values.database, values.quick ? 2 : 20),
        writers: count(values.writers, 6),
        folder,
        report,
        logProgress,
      });
      break;
    case 'once':
      await runOnce({
        rounds: count(values.rounds, values.quick ? 20 : 1_000),
        // A race requires at least two uses.
        parallel: Math.max(2, count(values.parallel, 50)),
        wanted: new Set(choose(secretKinds)),
        folder,
        report,
        logProgress,
      });
      break;
    case 'restore':
      await runRestore({
        accounts: count(values.accounts, values.quick ? 1_000 : 10_000),
        writers: count(values.writers, 4),
        folder,
        report,
        logProgress,
      });
      break;
    case 'upgrade':
      if (values.against === undefined) throw new Error(`upgrade needs --against\n${help}`);
      await runUpgradeParts(values.against, report);
      break;
    case 'ha':
      await runFaults({ wanted: new Set(choose(faultNames)), folder, report, logProgress });
      break;
    default:
      throw new Error(`unknown command ${command}\n${help}`);
  }
  const isMet = report.finish();
  logProgress('done');
  return isMet;
}

async function runUpgradeParts(former: string, report: Report): Promise<void> {
  const parts = choose(upgradeParts);
  if (parts.includes('tests')) await runFormerTests({ former, folder, report, logProgress });
  if (parts.includes('processes')) await runUpgrade({ former, folder, report, logProgress });
}

async function runFigures(report: Report): Promise<void> {
  if (
    values.record &&
    (values.quick || values.against !== undefined || values.profile !== undefined || values.set.length > 0)
  )
    throw new Error('--record cannot be combined with --quick, --against, --profile or --set');
  const names = choose(values.against === undefined ? figures.map(({ name }) => name) : comparable);
  const chosen = figures.filter(({ name }) => names.includes(name));
  const base = values.quick ? quick : full;
  const settings = {
    ...base,
    rounds: count(values.rounds, base.rounds),
    ...(values.profile === undefined ? {} : { profileFolder: resolve(values.profile) }),
    environment: Object.fromEntries(values.set.map(readSetting)),
  };
  const bench = createBench({ settings, folder, logProgress });
  try {
    if (values.against !== undefined) {
      await compareCheckouts({ bench, report, figures: chosen, against: values.against });
      return;
    }
    for (const figure of chosen) {
      const first = report.rows.length;
      await figure.run(bench, report);
      if (values.record) await recordRun(figure, report.rows.slice(first));
    }
  } finally {
    await bench.close();
  }
}

/** Returns the names given by `--only`, or all names. */
function choose<const T extends string>(known: readonly T[]): readonly T[] {
  const names: readonly string[] = known;
  const unknown = (values.only ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`unknown: --only ${unknown.join(', ')}\n${help}`);
  return known.filter((name) => values.only?.includes(name) ?? true);
}

function readSetting(text: string): [name: string, value: string] {
  const { name = '', value = '' } = /^(?<name>VID_\w+)=(?<value>.*)$/su.exec(text)?.groups ?? {};
  if (name === '') throw new Error(`“${text}” is not a setting\n${help}`);
  return [name, value];
}

function count(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,7}$/u.test(text)) throw new Error(`“${text}” is not a valid count`);
  return Number(text);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = (await main()) ? 0 : 1;
  await rm(folder, { recursive: true, force: true });
} catch (error) {
  console.error(`The logs of this run are in ${folder}`);
  console.error(error);
  process.exit(2);
}
