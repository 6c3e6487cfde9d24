import { knownSignInLoad, probedSignInLoad, signInConcurrency, signInLoad } from '../../harness/loads.ts';
import { interleave, medianOf, perSecond } from '../../harness/rounds.ts';
import type { Outcome } from '../../load/jobs.ts';
import type { FigureRun } from '../figure-run.ts';

const probedP50 = ({ probe }: Outcome): number | undefined => probe?.p50;
const probedP99 = ({ probe }: Outcome): number | undefined => probe?.p99;

export const signIn: FigureRun = {
  name: 'sign-in',
  describe: `password sign-in, ${signInConcurrency} at once, and “who am I” at the same time; floor: one look-up, argon2id, one insert`,
  loads: async (bench, world) => ({
    'sign-in': await signInLoad(bench, world),
    'sign-in, known device': await knownSignInLoad(bench, world),
    'sign-in beside who-am-i': await probedSignInLoad(bench, world),
  }),
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin } = await bench.floor(world);
    bench.logProgress('password sign-in');
    const results = await interleave(
      {
        floor: await signInLoad(bench, world, origin),
        vid: await signInLoad(bench, world),
        known: await knownSignInLoad(bench, world),
        probedFloor: await probedSignInLoad(bench, world, origin),
        probedVid: await probedSignInLoad(bench, world),
      },
      { rounds },
    );
    report.add({
      name: 'sign-in, known device',
      value: medianOf(results.get('known'), perSecond),
      unit: '/s',
      floor: medianOf(results.get('floor'), perSecond),
      target: { of: 'ratio', atLeast: 0.8 },
    });
    report.add({
      name: 'sign-in, new device',
      value: medianOf(results.get('vid'), perSecond),
      unit: '/s',
      floor: medianOf(results.get('floor'), perSecond),
      target: { of: 'ratio', atLeast: 0.75 },
      note: 'with its notice',
    });
    report.add({
      name: 'who-am-i p99 under sign-ins',
      value: medianOf(results.get('probedVid'), probedP99),
      unit: 'ms',
      floor: medianOf(results.get('probedFloor'), probedP99),
      target: { of: 'ratio', atMost: 0.25 },
    });
    report.add({
      name: 'who-am-i p50 under sign-ins',
      value: medianOf(results.get('probedVid'), probedP50),
      unit: 'ms',
      floor: medianOf(results.get('probedFloor'), probedP50),
    });
  },
};
