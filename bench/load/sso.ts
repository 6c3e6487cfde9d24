import {
  authorizationQuery,
  basicAuthorization,
  codeGrant,
  newPkce,
  pageHeaders,
} from '../harness/seeds/relying-client.ts';
import type { Connection } from './connection.ts';
import { roundRobin } from './round-robin.ts';
import type { Outcome, SsoJob } from './jobs.ts';
import { repeatOperation } from './operations.ts';

/** Runs sign-ons of either protocol, each in the next signed-in browser. */
export function runSso(job: SsoJob): Promise<Outcome> {
  const nextCookie = roundRobin(job.cookies);
  const authorization = basicAuthorization(job);
  return repeatOperation(job, async (connection) => {
    const { verifier, challenge } = newPkce();
    const code = await requestCode(connection, job, nextCookie(), challenge);
    const { status, body } = await connection.send({
      method: 'POST',
      path: job.tokenPath,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(codeGrant(code, verifier, job.redirectUri)).toString(),
    });
    const isComplete = body.includes('"refresh_token"') && body.includes('"id_token"');
    if (status !== 200 || !isComplete) throw new Error(`token endpoint: ${status} ${body}`);
    return status;
  });
}

async function requestCode(
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
    if (!data) throw new Error(`no code: ${status} ${body}`);
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
