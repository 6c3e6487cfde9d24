import {
  authorizationQuery,
  basicAuthorization,
  codeGrant,
  newPkce,
  pageHeaders,
} from '../harness/relying-client.ts';
import { openConnection, type Connection } from './connection.ts';
import type { SsoJob } from './sso-job.ts';
import { Tally } from './tally.ts';

/** Whole sign-ons: a code for a signed-in browser, then its exchange with PKCE, one browser per connection. */
async function run(job: SsoJob) {
  const end = performance.now() + job.seconds * 1_000;
  const tally = new Tally();
  const authorization = basicAuthorization(job);
  await Promise.all(
    job.cookies.map(async (cookie) => {
      const connection = openConnection(job.origin);
      while (performance.now() < end) {
        const from = performance.now();
        const { verifier, challenge } = newPkce();
        try {
          const code = await takeCode(connection, job, cookie, challenge);
          const { status, body } = await connection.send({
            method: 'POST',
            path: job.tokenPath,
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(codeGrant(code, verifier, job.redirectUri)).toString(),
          });
          if (status !== 200) process.send?.({ kind: 'note', text: body });
          const now = performance.now();
          const isWhole = body.includes('"refresh_token"') && body.includes('"id_token"');
          if (now <= end) tally.answered(isWhole ? status : 400, now - from);
        } catch (error) {
          tally.failed();
          process.send?.({ kind: 'note', text: error instanceof Error ? error.message : String(error) });
        }
      }
      await connection.close();
    }),
  );
  return tally.sample(job.seconds);
}

async function takeCode(
  connection: Connection,
  job: SsoJob,
  cookie: string,
  challenge: string,
): Promise<string> {
  if (job.protocol === 'community') {
    const { status, body } = await connection.send({
      method: 'POST',
      path: '/vid/api/auth/code/request',
      headers: pageHeaders(job.origin, cookie),
      body: JSON.stringify({ appCode: job.appCode, clientId: job.clientId, codeChallenge: challenge }),
    });
    const { data }: { data?: { authCode: string } } = JSON.parse(body);
    if (!data) throw new Error(`no code: ${status}`);
    return data.authCode;
  }
  const { status, location } = await connection.send({
    method: 'GET',
    path: `${job.authPath}?${authorizationQuery(job, challenge)}`,
    headers: { cookie },
  });
  const code = URL.parse(location ?? '', job.origin)?.searchParams.get('code');
  if (!code) throw new Error(`no code: ${status} ${location ?? ''}`);
  return code;
}

process.on('message', (job: SsoJob) => {
  void run(job).then((sample) => process.send?.({ kind: 'done', sample }));
});
process.on('disconnect', () => process.exit(0));
