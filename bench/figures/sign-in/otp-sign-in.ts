import { otpSignInConcurrency, otpSignInLoad } from '../../harness/loads.ts';
import { interleave, medianOf, p99, perSecond } from '../../harness/rounds.ts';
import type { FigureRun } from '../figure-run.ts';

/**
 * Twice the ratio of Better Auth to a minimal server. An independent benchmark measured 178 sign-ins by code a second
 * with Better Auth and 1,560 with a minimal server: 2 × 178 / 1,560 = 0.23.
 */
const minRatio = 0.23;

export const otpSignIn: FigureRun = {
  name: 'otp-sign-in',
  describe: `whole sign-in by one-time code (request, SMS, validate, session), ${otpSignInConcurrency} at once; floor: three statements`,
  loads: async (bench, world) => ({ 'otp-sign-in': await otpSignInLoad(bench, world) }),
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin } = await bench.floor(world);
    bench.logProgress('sign-in by one-time code');
    const results = await interleave(
      { floor: await otpSignInLoad(bench, world, origin), vid: await otpSignInLoad(bench, world) },
      { rounds },
    );
    const floor = results.get('floor');
    const vid = results.get('vid');
    report.add({
      name: 'otp-sign-in',
      value: medianOf(vid, perSecond),
      unit: '/s',
      floor: medianOf(floor, perSecond),
      target: { of: 'ratio', atLeast: minRatio },
      note: 'target: twice the share of the floor that Better Auth reaches',
    });
    report.add({
      name: 'otp-sign-in p99',
      value: medianOf(vid, p99),
      unit: 'ms',
      floor: medianOf(floor, p99),
    });
  },
};
