import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../harness/processes/child.ts';
import { newRelyingClient, registerClient } from '../harness/seeds/relying-client.ts';
import type { Report } from '../harness/report.ts';
import { loadSettings, startVidServer } from '../harness/processes/vid-server.ts';
import { createAccounts, startCallers, type Call } from './callers.ts';
import { databaseUrl, faults, isWhole, query, watchCluster, type Fault, type Watch } from './ha/cluster.ts';
import { compareLedger } from './kill/compare.ts';
import { openLedger } from './kill/ledger.ts';
import { startWriters } from './kill/writers.ts';

export const faultNames = faults.map(({ name }) => name);

export type FaultOptions = {
  readonly wanted: ReadonlySet<string>;
  readonly folder: string;
  readonly report: Report;
  readonly logProgress: (progress: string) => void;
};

const writers = 2;
const signUpPauseMs = 200;
const callEveryMs = 100;
const timeoutMs = 180_000;
/**
 * Time from the switch to the end of the fault, in which the new primary acknowledges writes that the old one lacks.
 */
const afterSwitchMs = 10_000;
/** Time between the recovery of the cluster and the next fault. */
const settleMs = 3_000;
const backWithinSeconds = 1;
/**
 * Allowed statuses of calls during a fault. No call is repeated, so a 4xx is an error, such as an acknowledged code
 * that the new primary lacks.
 */
const expected = new Set<Call['status']>([200, 503, 'no response']);
const none = { of: 'value', atMost: 0 } as const;

/**
 * Strikes the primary of `ops/ha/cluster` with each fault during sign-ups, sign-ins and single sign-ons. A ledger on
 * disk lists every acknowledged sign-up, and must agree with the database after each fault.
 */
export async function runFaults({ wanted, folder, report, logProgress }: FaultOptions): Promise<void> {
  const server = await startVidServer({
    logFile: join(folder, 'ha-vid.log'),
    environment: {
      ...loadSettings(),
      VID_DATA_DIR: join(folder, 'ha-data'),
      VID_DATABASE_URL: databaseUrl,
      // Use a cheap hash, because the processors also run three database servers.
      VID_PASSWORD_MEMORY_KIB: '7168',
    },
  });
  const client = newRelyingClient('ha');
  await query((sql) => registerClient(sql, client));
  await createAccounts(server.origin);
  const before = await query(async (sql) =>
    (await sql<{ id: string }[]>`select id from accounts`).map(({ id }) => id),
  );
  const ledger = await openLedger(join(folder, 'ha-ledger.jsonl'));
  const signUps = startWriters({ origin: server.origin, writers, ledger, pauseMs: signUpPauseMs });
  const callers = await startCallers(server.origin, client, callEveryMs);
  const watch = watchCluster();
  const table: string[] = [];
  let lostBefore = 0;

  const strike = async (fault: Fault): Promise<void> => {
    await until('a whole cluster', async () => watch.primary() !== undefined && (await isWhole()));
    const old = watch.primary();
    if (old === undefined) throw new Error('no server is the primary');
    logProgress(`${fault.name}: ${old}`);
    const from = performance.now();
    const anomaliesBefore = signUps.anomalies.length;
    await fault.strike(old);
    const struckAt = performance.now();
    const switchedAt = await untilSwitch(watch, old, struckAt);
    await delay(afterSwitchMs);
    const healedAt = performance.now();
    await fault.heal(old);
    await until(`${old} to return`, isWhole);
    const wholeAt = performance.now();
    await delay(settleMs);

    const calls = callers.calls.filter(({ endedAt }) => endedAt >= from);
    const back = secondsBetween(switchedAt, succeeded(calls, switchedAt)[0]?.endedAt ?? Number.NaN);
    const { lost } = await query((sql) => compareLedger(sql, [...ledger.entries], before));
    const wrong = [
      ...calls.filter(({ status }) => !expected.has(status)).map(({ kind, status }) => `${kind}: ${status}`),
      ...signUps.anomalies.slice(anomaliesBefore),
      ...(watch.primary() === old ? [`${old} is the primary again`] : []),
    ];
    for (const answer of new Set(wrong)) logProgress(`wrong: ${answer}`);
    const count = (counted: Call['status']) => calls.filter(({ status }) => status === counted).length;
    const { name } = fault;
    const target = { of: 'value', atMost: backWithinSeconds } as const;
    report.add({ name: `${name}: no response`, value: count('no response'), unit: '' });
    report.add({ name: `${name}: sign-in after the switch`, value: back, unit: 's', target });
    report.add({
      name: `${name}: 4xx, 500, other errors`,
      value: wrong.length,
      unit: '',
      target: none,
    });
    report.add({ name: `${name}: lost`, value: lost - lostBefore, unit: '', target: none });
    const cells = [
      name,
      seconds(secondsBetween(struckAt, switchedAt)),
      seconds(back),
      seconds(longestPause(calls, from)),
      `${count(503)} of ${calls.length}`,
      wrong.length,
      lost - lostBefore,
      seconds(secondsBetween(healedAt, wholeAt)),
    ];
    table.push(`| ${cells.join(' | ')} |`);
    lostBefore = lost;
  };

  try {
    for (const fault of faults.filter(({ name }) => wanted.has(name))) await strike(fault);
    if (hasEnded(server.child)) throw new Error('VID ended');
    await callers.stop();
    await signUps.stop();
    const compared = await query((sql) => compareLedger(sql, ledger.entries, before));
    const acknowledged = ledger.entries.length;
    report.add({
      name: 'acknowledged sign-ups',
      value: acknowledged,
      unit: '',
      target: { of: 'value', atLeast: 1 },
    });
    report.add({ name: 'duplicated', value: compared.duplicated, unit: '', target: none });
    report.add({ name: 'incomplete', value: compared.incomplete, unit: '', target: none });
    report.add({
      name: 'created but never acknowledged',
      value: compared.unacknowledged,
      unit: '',
      target: none,
    });
    await ledger.close();
  } finally {
    console.log(`\n${[head, head.replaceAll(/[^|]+/gu, '---'), ...table].join('\n')}`);
    await watch.stop();
    await server.stop();
  }
}

const head =
  "| the primary's fault | switch | sign-in after it | longest pause | 503 | 4xx, 500, other errors | lost | former primary is a standby after |";
const seconds = (value: number): string => `${value.toFixed(1)} s`;
const secondsBetween = (from: number, to: number): number => (to - from) / 1_000;

const succeeded = (calls: readonly Call[], from: number): readonly Call[] =>
  calls.filter(({ kind, status, endedAt }) => kind === 'sign-in' && status === 200 && endedAt >= from);

/** Returns the longest time without a successful sign-in, in seconds. */
function longestPause(calls: readonly Call[], from: number): number {
  const times = [from, ...succeeded(calls, from).map(({ endedAt }) => endedAt)];
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at))) / 1_000;
}

/** Waits until another server becomes the primary. Returns the time of the switch. */
async function untilSwitch({ switches }: Watch, old: string, from: number): Promise<number> {
  const find = () => switches.find(({ server, at }) => server !== old && at >= from);
  await until('another primary', () => Promise.resolve(find() !== undefined));
  return find()?.at ?? Number.NaN;
}

async function until(event: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > end)
      throw new Error(`timed out after ${timeoutMs / 1_000} s waiting for ${event}`);
    await delay(50);
  }
}
