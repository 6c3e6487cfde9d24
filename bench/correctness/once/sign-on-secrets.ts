import {
  authorizationQuery,
  basicAuthorization,
  codeGrant,
  newPkce,
  pageHeaders,
  validateRequest,
  type RelyingClient,
} from '../../harness/seeds/relying-client.ts';
import { seededSessionToken } from '../../harness/seed.ts';
import type { Races } from './race.ts';

type Deps = {
  readonly races: Races;
  readonly home: string;
  readonly client: RelyingClient;
  /** Number of seeded sessions, which the rounds use in turn. */
  readonly sessions: number;
};

type TokenAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
type Grant = Readonly<Record<string, string>>;

/**
 * Runs one round of the secrets that an application uses once. The replays of an authorization code or refresh token
 * must also revoke the winner's tokens (RFC 6749 section 4.1.2, RFC 9700 section 4.14.2).
 */
export async function raceSignOnSecrets(deps: Deps, round: number): Promise<void> {
  const { races, home, client } = deps;
  const cookie = `vid_sid=${seededSessionToken(1 + (round % deps.sessions))}`;
  const redeem = (grant: Grant) => (origin: string) => exchange(origin, client, grant);
  const isOnceAndRevoked = async (won: readonly TokenAnswer[]): Promise<boolean> => {
    const [first] = won;
    if (!first || won.length > 1) return false;
    const next = await exchange(home, client, refreshGrant(first));
    return next.status === 400 && next.body['error'] === 'invalid_grant';
  };
  if (races.wants(['authorization-code']))
    await races.race('authorization-code', redeem(await openIdCode(deps, cookie)), isOnceAndRevoked);
  if (races.wants(['community-code']))
    await races.race('community-code', redeem(await communityCode(deps, cookie)), isOnceAndRevoked);
  if (races.wants(['refresh-token'])) {
    const redeemed = await exchange(home, client, await openIdCode(deps, cookie));
    await races.race('refresh-token', redeem(refreshGrant(redeemed)), isOnceAndRevoked);
  }
  if (races.wants(['device-code']))
    await races.race('device-code', redeem(await approvedDeviceCode(deps, cookie)));
}

async function exchange(origin: string, client: RelyingClient, grant: Grant): Promise<TokenAnswer> {
  const answer = await fetch(`${origin}/vid/oidc/token`, {
    method: 'POST',
    headers: { authorization: basicAuthorization(client) },
    body: new URLSearchParams(grant),
  });
  const body: Record<string, unknown> = JSON.parse(await answer.text());
  return { status: answer.status, body };
}

function refreshGrant({ status, body }: TokenAnswer): Grant {
  const token = body['refresh_token'];
  if (typeof token !== 'string') throw new Error(`no refresh token: ${status} ${JSON.stringify(body)}`);
  return { grant_type: 'refresh_token', refresh_token: token };
}

async function openIdCode({ home, client }: Deps, cookie: string): Promise<Grant> {
  const { verifier, challenge } = newPkce();
  const answer = await fetch(`${home}/vid/oidc/auth?${authorizationQuery(client, challenge)}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  await answer.body?.cancel();
  const location = answer.headers.get('location') ?? '';
  const code = URL.parse(location, home)?.searchParams.get('code');
  if (!code) throw new Error(`no code: ${answer.status} ${location}`);
  return codeGrant(code, verifier, client.redirectUri);
}

async function communityCode({ home, client }: Deps, cookie: string): Promise<Grant> {
  const { verifier, challenge } = newPkce();
  const { appCode, clientId, redirectUri } = client;
  const bound = await validateRequest(home, client, cookie);
  const data = await callPage(home, bound, '/vid/api/auth/code/request', {
    appCode,
    clientId,
    codeChallenge: challenge,
  });
  return codeGrant(String(data['authCode']), verifier, redirectUri);
}

/** Requests a code as a device and approves it in the member's browser (RFC 8628). */
async function approvedDeviceCode({ home, client }: Deps, cookie: string): Promise<Grant> {
  const answer = await fetch(`${home}/vid/oidc/device/auth`, {
    method: 'POST',
    headers: { authorization: basicAuthorization(client) },
    body: new URLSearchParams({ scope: 'openid' }),
  });
  const started: { device_code?: string; user_code?: string } = JSON.parse(await answer.text());
  const { device_code: deviceCode, user_code: userCode } = started;
  if (deviceCode === undefined)
    throw new Error(`no device code: ${answer.status} ${JSON.stringify(started)}`);
  const { account } = await callPage(home, cookie, '/vid/api/sso/device/lookup', { userCode });
  const accountId: unknown = Object(account).id;
  await callPage(home, cookie, '/vid/api/sso/device/decide', { userCode, accountId, approve: true });
  return { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode };
}

async function callPage(
  origin: string,
  cookie: string,
  path: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: pageHeaders(origin, cookie),
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const { data }: { data?: Record<string, unknown> } = JSON.parse(text);
  if (!data) throw new Error(`${path} returned ${answer.status} ${text}`);
  return data;
}
