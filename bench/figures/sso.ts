import type { ChildProcess } from 'node:child_process';
import { endChild, startChild } from '../harness/child.ts';
import { withConnection } from '../harness/postgres.ts';
import {
  newRelyingClient,
  registerClient,
  validateRequest,
  type RelyingClient,
} from '../harness/relying-client.ts';
import { interleave } from '../harness/rounds.ts';
import { seededSessionToken } from '../harness/seed.ts';
import { median } from '../harness/statistics.ts';
import type { Bench, World } from '../harness/world.ts';
import type { Sample } from '../load/jobs.ts';
import type { SsoJob } from '../load/sso-job.ts';
import type { FigureRun } from './figure-run.ts';

const browsers = 16;

export const sso: FigureRun = {
  name: 'sso',
  describe: `code and exchange with PKCE, ${browsers} signed-in browsers, against a bare oidc-provider on the same PostgreSQL`,
  async run(bench, report) {
    const { accounts, rounds, seconds } = bench.settings;
    const world = await bench.world(accounts);
    const client = newRelyingClient('bench');
    await withConnection(world.database.target, (sql) => registerClient(sql, bench.keys, client));
    const load = startChild(new URL('../load/sso-load.ts', import.meta.url), {
      logFile: bench.logFile('sso-load'),
      hasChannel: true,
    });
    const bare = await startBare(bench, world, client);
    try {
      const vid = {
        ...client,
        seconds,
        origin: world.server.origin,
        authPath: '/vid/oidc/auth',
        tokenPath: '/vid/oidc/token',
      };
      const openidCookies = Array.from(
        { length: browsers },
        (_, index) => `vid_sid=${seededSessionToken(index + 1)}`,
      );
      const communityCookies = await Promise.all(
        Array.from({ length: browsers }, (_, index) =>
          validateRequest(world.server.origin, client, `vid_sid=${seededSessionToken(index + 1 + browsers)}`),
        ),
      );
      bench.tell('single sign-on');
      const results = await interleave<Sample>(
        {
          bare: () =>
            take(load, {
              ...vid,
              protocol: 'openid',
              origin: bare.origin,
              authPath: '/auth',
              tokenPath: '/token',
              clientId: 'bare',
              cookies: bare.cookies,
            }),
          openid: () => take(load, { ...vid, protocol: 'openid', cookies: openidCookies }),
          community: () => take(load, { ...vid, protocol: 'community', cookies: communityCookies }),
        },
        { rounds },
      );
      const read = (side: string, what: 'perSecond' | 'p99'): number =>
        median((results.get(side) ?? []).map((sample) => sample[what]));
      for (const [name, side, atLeast] of [
        ['sso-oidc', 'openid', 0.9],
        ['sso-community', 'community', 1.5],
      ] as const) {
        report.add({
          name,
          value: read(side, 'perSecond'),
          unit: 'flows/s',
          floor: read('bare', 'perSecond'),
          target: { of: 'ratio', atLeast },
        });
        report.add({ name: `${name} p99`, value: read(side, 'p99'), unit: 'ms', floor: read('bare', 'p99') });
      }
    } finally {
      await Promise.all([endChild(load), endChild(bare.child)]);
    }
  },
};

async function startBare(bench: Bench, world: World, { redirectUri, secret }: RelyingClient) {
  const { profileFolder } = bench.settings;
  const child = startChild(new URL('../floors/bare-oidc.ts', import.meta.url), {
    environment: {
      ...world.database.environment,
      BARE_REDIRECT: redirectUri,
      BARE_SECRET: secret,
      BARE_SESSIONS: String(browsers),
    },
    logFile: bench.logFile('bare-oidc'),
    execArgv: profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`],
    hasChannel: true,
  });
  const { port, cookies } = await new Promise<{ port: number; cookies: string[] }>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the bare provider ended')));
  });
  return { child, cookies, origin: `http://127.0.0.1:${port}` };
}

type Word =
  | { readonly kind: 'done'; readonly sample: Sample }
  | { readonly kind: 'note'; readonly text: string };

function take(load: ChildProcess, job: SsoJob): Promise<Sample> {
  return new Promise((resolve, reject) => {
    let note = '';
    const listen = (word: Word): void => {
      if (word.kind === 'note') {
        note = word.text;
        return;
      }
      load.off('message', listen);
      const { sample } = word;
      const answered = Object.values(sample.statuses).reduce((sum, count) => sum + count, 0);
      if (sample.count === 0 || answered > sample.count || sample.broken > 0)
        reject(
          new Error(`${job.origin}: ${JSON.stringify(sample.statuses)}, ${sample.broken} broken: ${note}`),
        );
      else resolve(sample);
    };
    load.on('message', listen);
    load.send(job);
  });
}
