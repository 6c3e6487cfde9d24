import type { FigureRun } from './figures/figure-run.ts';
import { openCheckout } from './harness/processes/checkout.ts';
import { measureCpu, type MeasuredRound } from './harness/cpu.ts';
import type { Load } from './harness/loads.ts';
import type { Report } from './harness/report.ts';
import { interleave, medianOf, p99, perSecond } from './harness/rounds.ts';
import { round } from './harness/statistics.ts';
import type { Bench, World } from './harness/world.ts';

/**
 * Runs the same loads alternately on the servers of two checkouts and reports the ratios. Other work on the machine
 * affects both servers alike, so the ratios are more reliable than the single figures. The CPU time per operation is
 * affected least.
 */
export async function compareCheckouts(options: {
  readonly bench: Bench;
  readonly report: Report;
  readonly figures: readonly FigureRun[];
  readonly against: string;
}): Promise<void> {
  const { bench, report } = options;
  const { accounts, rounds } = bench.settings;
  const mine = await bench.world({ accounts });
  const other = await bench.world({ accounts, checkout: await openCheckout(options.against) });
  for (const figure of options.figures) {
    if (!figure.loads) continue;
    const loads = await figure.loads(bench, mine);
    const otherLoads = await figure.loads(bench, other);
    for (const [name, load] of Object.entries(loads)) {
      const otherLoad = otherLoads[name];
      if (!otherLoad) throw new Error(`no load ${name}`);
      bench.logProgress(`${name}, alternating between both checkouts`);
      const results = await interleave(
        { mine: () => measureIn(mine, load), other: () => measureIn(other, otherLoad) },
        { rounds },
      );
      addRows(report, name, results.get('mine') ?? [], results.get('other') ?? []);
    }
  }
}

const measureIn = ({ server, database }: World, load: Load): Promise<MeasuredRound> =>
  measureCpu({ pid: server.pid, database }, load);

function addRows(
  report: Report,
  name: string,
  mine: readonly MeasuredRound[],
  other: readonly MeasuredRound[],
): void {
  const ratios = mine.map(({ outcome }, index) => {
    const against = other[index];
    return round(perSecond(outcome) / (against ? perSecond(against.outcome) : Number.NaN));
  });
  const add = (
    label: string,
    unit: string,
    read: (round: MeasuredRound) => number | undefined,
    note?: string,
  ): void =>
    report.add({
      name: label,
      value: medianOf(mine, read),
      unit,
      floor: medianOf(other, read),
      ...(note === undefined ? {} : { note }),
    });
  add(name, '/s', ({ outcome }) => perSecond(outcome), `ratio of each round: ${ratios.join(', ')}`);
  add(`${name} p99`, 'ms', ({ outcome }) => p99(outcome));
  if (mine[0]?.outcome.probe) add(`${name}, p99 of who-am-i`, 'ms', ({ outcome }) => outcome.probe?.p99);
  add(`${name}, CPU of the server`, 'ms each', ({ serverMs }) => serverMs);
  add(`${name}, CPU of PostgreSQL`, 'ms each', ({ databaseMs }) => databaseMs);
}
