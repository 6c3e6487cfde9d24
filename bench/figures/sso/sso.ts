import { startBareProvider } from '../../harness/processes/bare-provider.ts';
import { measureCpu, type MeasuredRound } from '../../harness/cpu.ts';
import { bareSsoLoad, registerSsoClient, ssoConcurrency, ssoLoad } from '../../harness/loads.ts';
import type { Target } from '../../harness/report.ts';
import { interleave, medianOf, p99, perSecond } from '../../harness/rounds.ts';
import type { FigureRun } from '../figure-run.ts';

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
      const { database } = world;
      const bareLoad = await bareSsoLoad(bench, { ...bare, client });
      const openid = await ssoLoad(bench, world, { client, protocol: 'openid' });
      const community = await ssoLoad(bench, world, { client, protocol: 'community' });
      const { pid } = world.server;
      const results = await interleave(
        {
          bare: () => measureCpu({ pid: bare.pid, database }, bareLoad),
          'sso-oidc': () => measureCpu({ pid, database }, openid),
          'sso-community': () => measureCpu({ pid, database }, community),
        },
        { rounds },
      );
      const floor = results.get('bare');
      for (const name of ['sso-oidc', 'sso-community']) {
        const vid = results.get(name);
        const add = (
          label: string,
          unit: string,
          read: (round: MeasuredRound) => number,
          target?: Target,
        ): void =>
          report.add({
            name: label,
            value: medianOf(vid, read),
            unit,
            floor: medianOf(floor, read),
            ...(target && { target }),
          });
        add(name, '/s', ({ outcome }) => perSecond(outcome), { of: 'ratio', atLeast: minRatio });
        add(`${name} p99`, 'ms', ({ outcome }) => p99(outcome));
        add(`${name}, CPU of the server`, 'ms each', ({ serverMs }) => serverMs);
        add(`${name}, CPU of PostgreSQL`, 'ms each', ({ databaseMs }) => databaseMs);
      }
    } finally {
      await bare.stop();
    }
  },
};
