import { otpSignInLoad, signInLoad, whoAmILoad, type Load } from '../../harness/loads.ts';
import { interleave, medianOf, perSecond } from '../../harness/rounds.ts';
import type { Bench, World } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

/** Maximum ratio of the largest to the smallest median rate, over all numbers of accounts. */
const maxSpread = 1.3;

const loads: Readonly<Record<string, (bench: Bench, world: World) => Promise<Load>>> = {
  'who-am-i': whoAmILoad,
  'sign-in': signInLoad,
  'otp-sign-in': otpSignInLoad,
};

export const accountCounts: FigureRun = {
  name: 'account-counts',
  describe: 'who-am-i, sign-in and otp-sign-in with more and more accounts in the database',
  async run(bench, report) {
    const { rounds, sizes } = bench.settings;
    const worlds: World[] = [];
    for (const accounts of sizes) worlds.push(await bench.world({ accounts }));
    for (const [name, makeLoad] of Object.entries(loads)) {
      bench.logProgress(`${name}, by number of accounts`);
      const sides: Record<string, Load> = {};
      for (const world of worlds) sides[world.accounts] = await makeLoad(bench, world);
      const results = await interleave(sides, { rounds });
      const medians = worlds.map(({ accounts }) => {
        const value = medianOf(results.get(String(accounts)), perSecond);
        report.add({ name: `${name}, ${accounts.toLocaleString('en')} accounts`, value, unit: '/s' });
        return value;
      });
      report.add({
        name: `${name}, largest to smallest median`,
        value: Math.max(...medians) / Math.min(...medians),
        unit: 'x',
        target: { of: 'value', atMost: maxSpread },
      });
    }
  },
};
