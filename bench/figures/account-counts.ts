import type { Report } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';
import type { Bench, World } from '../harness/world.ts';
import type { Outcome } from '../load/jobs.ts';
import { loadBrowser, signInRequests, whoAmIRequests } from '../load/requests.ts';
import type { FigureRun } from './figure-run.ts';
import { runOtpCycles } from './otp.ts';

/** Medians of the sizes may differ by this much. */
const mostSpread = 1.3;

export const accountCounts: FigureRun = {
  name: 'account-counts',
  describe: 'the same three with more and more accounts in the database',
  async run(bench, report) {
    const { seconds } = bench.settings;
    const worlds: World[] = [];
    for (const size of bench.settings.sizes) worlds.push(await bench.world(size));
    const generator = await bench.generator();

    bench.tell('who am I, by number of accounts');
    await compare(bench, report, {
      name: 'who-am-i',
      worlds,
      run: (world) =>
        generator.run({
          kind: 'loop',
          concurrency: 32,
          seconds,
          origin: world.server.origin,
          requests: whoAmIRequests(world.accounts),
        }),
    });
    bench.tell('password sign-in, by number of accounts');
    await compare(bench, report, {
      name: 'sign-in',
      worlds,
      run: async (world) => {
        const { headers } = await loadBrowser(world.server.origin);
        return generator.run({
          kind: 'loop',
          concurrency: 8,
          seconds,
          origin: world.server.origin,
          requests: signInRequests(world.accounts, headers),
        });
      },
    });
    bench.tell('one-time codes, by number of accounts');
    await compare(bench, report, {
      name: 'otp cycle',
      worlds,
      run: (world) => runOtpCycles(bench, world, { origin: world.server.origin, codeFrom: 'sms', seconds }),
    });
  },
};

async function compare(
  bench: Bench,
  report: Report,
  figure: {
    readonly name: string;
    readonly worlds: readonly World[];
    readonly run: (world: World) => Promise<Outcome>;
  },
): Promise<void> {
  const results = await interleave(
    Object.fromEntries(figure.worlds.map((world) => [world.accounts, () => figure.run(world)])),
    { rounds: bench.settings.rounds },
  );
  const medians = figure.worlds.map(({ accounts }) => {
    const value = median((results.get(String(accounts)) ?? []).map(({ main }) => main.perSecond));
    report.add({ name: `${figure.name}, ${accounts.toLocaleString('en')} accounts`, value, unit: '/s' });
    return value;
  });
  report.add({
    name: `${figure.name}, largest to smallest median`,
    value: Math.max(...medians) / Math.min(...medians),
    unit: 'x',
    target: { of: 'value', atMost: mostSpread },
  });
}
