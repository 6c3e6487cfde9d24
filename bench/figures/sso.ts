import { startBareProvider } from '../harness/bare-provider.ts';
import { bareSsoLoad, registerSsoClient, ssoConcurrency, ssoLoad } from '../harness/loads.ts';
import { interleave, medianOf, p99, perSecond } from '../harness/rounds.ts';
import type { FigureRun } from './figure-run.ts';

const minRatio = 1.5;

export const sso: FigureRun = {
  name: 'sso',
  describe: `single sign-on, code and exchange with PKCE, ${ssoConcurrency} at once; floor: a bare oidc-provider on the same PostgreSQL`,
  async loads(bench, world) {
    const client = await registerSsoClient(world);
    return {
      'sso-oidc': await ssoLoad(bench, world, { client, protocol: 'openid' }),
      'sso-community': await ssoLoad(bench, world, { client, protocol: 'community' }),
    };
  },
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const client = await registerSsoClient(world);
    const bare = await startBareProvider(bench, world, client);
    try {
      bench.logProgress('single sign-on');
      const results = await interleave(
        {
          bare: await bareSsoLoad(bench, { ...bare, client }),
          'sso-oidc': await ssoLoad(bench, world, { client, protocol: 'openid' }),
          'sso-community': await ssoLoad(bench, world, { client, protocol: 'community' }),
        },
        { rounds },
      );
      const floor = results.get('bare');
      for (const name of ['sso-oidc', 'sso-community']) {
        const vid = results.get(name);
        report.add({
          name,
          value: medianOf(vid, perSecond),
          unit: '/s',
          floor: medianOf(floor, perSecond),
          target: { of: 'ratio', atLeast: minRatio },
        });
        report.add({
          name: `${name} p99`,
          value: medianOf(vid, p99),
          unit: 'ms',
          floor: medianOf(floor, p99),
        });
      }
    } finally {
      await bare.stop();
    }
  },
};
