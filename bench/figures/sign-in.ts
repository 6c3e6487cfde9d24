import { interleave } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';
import type { Outcome } from '../load/jobs.ts';
import { floorWhoAmIRequests, loadBrowser, signInRequests, whoAmIRequests } from '../load/requests.ts';
import type { FigureRun } from './figure-run.ts';

const concurrency = 8;
/** “Who am I” beside the load: enough for a 99th percentile, too few to be a load of their own. */
const probesPerSecond = 100;

export const signIn: FigureRun = {
  name: 'sign-in',
  describe: `password sign-in, concurrency ${concurrency}, against bare argon2id; “who am I” while it saturates`,
  async run(bench, report) {
    const { accounts, rounds, seconds } = bench.settings;
    const world = await bench.world(accounts);
    const floor = await bench.floor(world);
    const generator = await bench.generator();
    const browser = await loadBrowser(world.server.origin);
    const requests = signInRequests(accounts, browser.headers);
    const load = { kind: 'loop', concurrency, seconds: seconds * 1.5, requests } as const;
    bench.tell('password sign-in');
    const results = await interleave(
      {
        floor: () =>
          generator.run({
            ...load,
            origin: floor.origin,
            probe: { perSecond: probesPerSecond, requests: floorWhoAmIRequests(accounts) },
          }),
        vid: () =>
          generator.run({
            ...load,
            origin: world.server.origin,
            probe: { perSecond: probesPerSecond, requests: whoAmIRequests(accounts) },
          }),
      },
      { rounds },
    );
    const take = (side: string, read: (outcome: Outcome) => number | undefined): number =>
      median((results.get(side) ?? []).map((outcome) => read(outcome) ?? Number.NaN));
    report.add({
      name: 'sign-in',
      value: take('vid', ({ main }) => main.perSecond),
      unit: '/s',
      floor: take('floor', ({ main }) => main.perSecond),
      target: { of: 'ratio', atLeast: 0.9 },
    });
    report.add({
      name: 'who-am-i p99 under sign-ins',
      value: take('vid', (outcome) => outcome.probe?.p99),
      unit: 'ms',
      floor: take('floor', (outcome) => outcome.probe?.p99),
      target: { of: 'ratio', atMost: 2 },
    });
    report.add({
      name: 'who-am-i p50 under sign-ins',
      value: take('vid', (outcome) => outcome.probe?.p50),
      unit: 'ms',
      floor: take('floor', (outcome) => outcome.probe?.p50),
    });
  },
};
