import { givePasskeys, passkeySignInConcurrency, passkeySignInLoad } from '../../harness/loads.ts';
import { interleave, medianOf, p99, perSecond } from '../../harness/rounds.ts';
import type { FigureRun } from '../figure-run.ts';

export const passkeySignIn: FigureRun = {
  name: 'passkey-sign-in',
  describe: `whole sign-in with a passkey from a known device (challenge, assertion, session), ${passkeySignInConcurrency} at once; floor: @simplewebauthn/server and four statements`,
  loads: async (bench, world) => ({
    'passkey-sign-in': await passkeySignInLoad(bench, world, { passkeys: await givePasskeys(world) }),
  }),
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin } = await bench.floor(world);
    bench.logProgress('sign-in with a passkey');
    const passkeys = await givePasskeys(world);
    const results = await interleave(
      {
        floor: await passkeySignInLoad(bench, world, { origin, passkeys }),
        vid: await passkeySignInLoad(bench, world, { passkeys }),
      },
      { rounds },
    );
    const floor = results.get('floor');
    const vid = results.get('vid');
    report.add({
      name: 'passkey-sign-in',
      value: medianOf(vid, perSecond),
      unit: '/s',
      floor: medianOf(floor, perSecond),
      target: { of: 'ratio', atLeast: 0.7 },
    });
    report.add({
      name: 'passkey-sign-in p99',
      value: medianOf(vid, p99),
      unit: 'ms',
      floor: medianOf(floor, p99),
    });
  },
};
