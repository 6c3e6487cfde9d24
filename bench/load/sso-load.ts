import { Client } from 'undici';
import {
  authorizationQuery,
  basicAuthorization,
  codeGrant,
  newPkce,
  pageHeaders,
} from '../harness/relying-client.ts';
import type { SsoJob } from './sso-job.ts';
import { Tally } from './tally.ts';

/** Whole sign-ons: a code for a signed-in browser, then its exchange with PKCE, one browser per connection. */
async function run(job: SsoJob) {
  const end = performance.now() + job.seconds * 1_000;
  const tally = new Tally();
  const authorization = basicAuthorization(job);
  await Promise.all(
    job.cookies.map(async (cookie) => {
      const connection = new Client(job.origin, { pipelining: 1 });
      while (performance.now() < end) {
        const from = performance.now();
        const { verifier, challenge } = newPkce();
        try {
          const code = await takeCode(connection, job, cookie, challenge);
          const exchanged = await connection.request({
            method: 'POST',
            path: job.tokenPath,
            headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(codeGrant(code, verifier, job.redirectUri)).toString(),
          });
          const text = await exchanged.body.text();
          if (exchanged.statusCode !== 200) process.send?.({ kind: 'note', text });
          const now = performance.now();
          const isWhole = text.includes('"refresh_token"') && text.includes('"id_token"');
          if (now <= end) tally.answered(isWhole ? exchanged.statusCode : 400, now - from);
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

async function takeCode(connection: Client, job: SsoJob, cookie: string, challenge: string): Promise<string> {
  if (job.protocol === 'community') {
    const answer = await connection.request({
      method: 'POST',
      path: '/vid/api/auth/code/request',
      headers: pageHeaders(job.origin, cookie),
      body: JSON.stringify({ appCode: job.appCode, clientId: job.clientId, codeChallenge: challenge }),
    });
    const { data }: { data?: { authCode: string } } = JSON.parse(await answer.body.text());
    if (!data) throw new Error(`no code: ${answer.statusCode}`);
    return data.authCode;
  }
  const answer = await connection.request({
    method: 'GET',
    path: `${job.authPath}?${authorizationQuery(job, challenge)}`,
    headers: { cookie },
  });
  await answer.body.dump();
  const { location } = answer.headers;
  const code = typeof location === 'string' ? new URL(location, job.origin).searchParams.get('code') : null;
  if (code === null) throw new Error(`no code: ${answer.statusCode} ${String(location)}`);
  return code;
}

process.on('message', (job: SsoJob) => {
  void run(job).then((sample) => process.send?.({ kind: 'done', sample }));
});
process.on('disconnect', () => process.exit(0));
