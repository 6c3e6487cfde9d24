import { whoAmIConcurrency, whoAmILoad } from '../../harness/loads.ts';
import { interleave, medianOf, p50, p99, perSecond } from '../../harness/rounds.ts';
import type { FigureRun } from '../figure-run.ts';

export const whoAmI: FigureRun = {
  name: 'who-am-i',
  describe: `“who am I” with a session, ${whoAmIConcurrency} at once; floor: one look-up of session and account`,
  loads: async (bench, world) => ({ 'who-am-i': await whoAmILoad(bench, world) }),
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin } = await bench.floor(world);
    bench.logProgress('who am I');
    const results = await interleave(
      { floor: await whoAmILoad(bench, world, origin), vid: await whoAmILoad(bench, world) },
      { rounds },
    );
    const floor = results.get('floor');
    const vid = results.get('vid');
    report.add({
      name: 'who-am-i',
      value: medianOf(vid, perSecond),
      unit: '/s',
      floor: medianOf(floor, perSecond),
      target: { of: 'ratio', atLeast: 1 },
    });
    report.add({ name: 'who-am-i p50', value: medianOf(vid, p50), unit: 'ms', floor: medianOf(floor, p50) });
    report.add({ name: 'who-am-i p99', value: medianOf(vid, p99), unit: 'ms', floor: medianOf(floor, p99) });
  },
};
