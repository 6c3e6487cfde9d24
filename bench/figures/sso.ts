import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { endChild, startChild } from '../harness/child.ts';
import { withConnection } from '../harness/postgres.ts';
import { interleave } from '../harness/rounds.ts';
import { seededSessionToken } from '../harness/seed.ts';
import { median } from '../harness/statistics.ts';
import type { Bench, World } from '../harness/world.ts';
import type { Sample } from '../load/jobs.ts';
import type { SsoJob } from '../load/sso-job.ts';
import type { FigureRun } from './figure-run.ts';

const browsers = 16;
const redirectUri = 'https://shop.example.vn/callback';
const client = { appCode: 'bench', clientId: 'bench-web' };

export const sso: FigureRun = {
  name: 'sso',
  describe: `code and exchange with PKCE, ${browsers} signed-in browsers, against a bare oidc-provider on the same PostgreSQL`,
  async run(bench, report) {
    const { accounts, rounds, seconds } = bench.settings;
    const world = await bench.world(accounts);
    const secret = randomBytes(32).toString('base64url');
    await register(bench, world, secret);
    const load = startChild(new URL('../load/sso-load.ts', import.meta.url), {
      logFile: bench.logFile('sso-load'),
      hasChannel: true,
    });
    const bare = await startBare(bench, world, secret);
    try {
      const vid = {
        ...client,
        secret,
        redirectUri,
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
          validate(world, `vid_sid=${seededSessionToken(index + 1 + browsers)}`),
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

async function register({ keys }: Bench, world: World, secret: string): Promise<void> {
  await withConnection(world.database.target, async (sql) => {
    await sql`
      insert into applications (id, code, name, is_first_party) values ('app_bench', ${client.appCode}, 'Bench', true)
      on conflict do nothing`;
    await sql`
      insert into clients (id, application_id, kind, auth_method, redirect_uris)
      values (${client.clientId}, 'app_bench', 'web', 'client_secret_basic', array[${redirectUri}]) on conflict do nothing`;
    await sql`
      insert into client_secrets (id, client_id, secret_hash)
      values (${`cli_${secret.slice(0, 20)}`}, ${client.clientId}, ${keys.hashSecret(secret)})`;
  });
}

/** What a browser does once before its code: the request is validated and bound to it. */
async function validate(world: World, cookie: string): Promise<string> {
  const { origin } = world.server;
  const answer = await fetch(`${origin}/vid/ajax/apps/view/validateRedirectUrls`, {
    method: 'POST',
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ ...client, redirectUrls: redirectUri }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`validateRedirectUrls answered ${answer.status} ${text}`);
  const own = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return [cookie, ...own].join('; ');
}

async function startBare(bench: Bench, world: World, secret: string) {
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
