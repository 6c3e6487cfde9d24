import { interleave } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';
import { makeVisitors } from '../harness/visitors.ts';
import type { Bench, World } from '../harness/world.ts';
import type { Outcome } from '../load/jobs.ts';
import type { FigureRun } from './figure-run.ts';

const concurrency = 8;

/** One job of cycles; the floor gets visitors of the server's, because both work on the same tables. */
export async function runOtpCycles(
  bench: Bench,
  world: World,
  against: { readonly origin: string; readonly codeFrom: 'sms' | 'answer'; readonly seconds: number },
): Promise<Outcome> {
  const generator = await bench.generator();
  const visitors = await makeVisitors(bench, world, { count: concurrency, seconds: against.seconds });
  const outcome = await generator.run({
    kind: 'otp',
    ...against,
    visitors,
    firstPhone: bench.takePhones(),
  });
  bench.phonesUsed(outcome.phonesUsed);
  return outcome;
}

export const otpCycle: FigureRun = {
  name: 'otp',
  describe: `one-time code: request, SMS, validate; concurrency ${concurrency}, against the same statements bare`,
  async run(bench, report) {
    const { accounts, rounds, seconds } = bench.settings;
    const world = await bench.world(accounts);
    const floor = await bench.floor(world);
    bench.tell('one-time codes');
    const results = await interleave(
      {
        floor: () => runOtpCycles(bench, world, { origin: floor.origin, codeFrom: 'answer', seconds }),
        vid: () => runOtpCycles(bench, world, { origin: world.server.origin, codeFrom: 'sms', seconds }),
      },
      { rounds },
    );
    const take = (side: string, read: 'perSecond' | 'p50' | 'p99'): number =>
      median((results.get(side) ?? []).map(({ main }) => main[read]));
    report.add({
      name: 'otp cycle',
      value: take('vid', 'perSecond'),
      unit: '/s',
      floor: take('floor', 'perSecond'),
      target: { of: 'ratio', atLeast: 0.4 },
    });
    report.add({ name: 'otp cycle p99', value: take('vid', 'p99'), unit: 'ms', floor: take('floor', 'p99') });
  },
};
