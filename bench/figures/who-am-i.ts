import { interleave } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';
import { floorWhoAmIRequests, whoAmIRequests } from '../load/requests.ts';
import type { FigureRun } from './figure-run.ts';

const concurrency = 32;

export const whoAmI: FigureRun = {
  name: 'who-am-i',
  describe: `“who am I” with a session, concurrency ${concurrency}, against one prepared query by primary key`,
  async run(bench, report) {
    const { accounts, rounds, seconds } = bench.settings;
    const world = await bench.world(accounts);
    const floor = await bench.floor(world);
    const generator = await bench.generator();
    const vidRequests = whoAmIRequests(accounts);
    const floorRequests = floorWhoAmIRequests(accounts);
    bench.tell('who am I');
    const load = { kind: 'loop', concurrency, seconds } as const;
    const results = await interleave(
      {
        floor: () => generator.run({ ...load, origin: floor.origin, requests: floorRequests }),
        vid: () => generator.run({ ...load, origin: world.server.origin, requests: vidRequests }),
      },
      { rounds },
    );
    const take = (side: string, read: 'perSecond' | 'p50' | 'p99'): number =>
      median((results.get(side) ?? []).map(({ main }) => main[read]));
    report.add({
      name: 'who-am-i',
      value: take('vid', 'perSecond'),
      unit: '/s',
      floor: take('floor', 'perSecond'),
      target: { of: 'ratio', atLeast: 0.6 },
    });
    report.add({ name: 'who-am-i p50', value: take('vid', 'p50'), unit: 'ms', floor: take('floor', 'p50') });
    report.add({ name: 'who-am-i p99', value: take('vid', 'p99'), unit: 'ms', floor: take('floor', 'p99') });
  },
};
