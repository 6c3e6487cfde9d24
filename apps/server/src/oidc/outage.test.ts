import {
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const callback = 'https://shop.example.vn/callback';
const client = { client_id: 'shop-spa' };

const authorization = () => ({
  ...client,
  response_type: 'code',
  scope: 'openid',
  redirect_uri: callback,
  code_challenge: pkce().challenge,
  code_challenge_method: 'S256',
});

const tables = [
  'clients',
  'accounts',
  'sessions',
  'oidc_sessions',
  'oidc_grants',
  'oidc_authorization_codes',
  'oidc_access_tokens',
  'oidc_refresh_tokens',
  'oidc_device_codes',
  'oidc_pushed_requests',
  'oidc_interactions',
] as const;

type Answered = Response | Awaited<ReturnType<typeof callOidc>>;

/** Returns `right`, `unavailable`, or a description of the wrong response. */
async function judge(name: string, answer: Answered): Promise<string> {
  const text = answer instanceof Response ? await answer.text() : JSON.stringify(answer.body);
  const location = answer.headers.get('location') ?? '';
  const dropsSession = answer.headers.getSetCookie().some((line) => line.includes('vid_sid'));
  const isUnavailable =
    answer.status === 503 &&
    answer.headers.get('retry-after') === '5' &&
    answer.headers.get('cache-control') === 'no-store' &&
    answer.headers.get('content-type')?.startsWith('application/json') === true &&
    text.includes('"error":"temporarily_unavailable"');
  const isRight =
    [200, 201, 303].includes(answer.status) && !/error/u.test(location) && !text.includes('"active":false');
  if (dropsSession) return `${name} drops the session cookie`;
  if (isUnavailable) return 'unavailable';
  return isRight ? 'right' : `${name}: ${answer.status} ${location} ${text}`;
}

describe('OpenID Connect during an outage', () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await applications.addClient('shop', { clientId: 'shop-spa', kind: 'spa', redirectUris: [callback] });
    await applications.addClient('shop', {
      clientId: 'shop-app',
      kind: 'native',
      redirectUris: ['vn.example.app:/cb'],
    });
    await server.deps.sql`
      create function gone() returns boolean language plpgsql stable as
      $$ begin raise exception 'gone' using errcode = 'admin_shutdown'; end $$`;
    await server.deps.sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'gone' using errcode = 'admin_shutdown'; end $$`;
  });
  afterAll(() => server.close());

  /** Makes statements on the table fail as if PostgreSQL were shutting down. */
  const takeAway = async (name: string): Promise<void> => {
    const { sql } = server.deps;
    await sql.begin(async (tx) => {
      await tx`alter table ${tx(name)} rename to away`;
      await tx`create trigger refuse before insert on away execute function refuse()`;
      await tx`create view ${tx(name)} as select * from away where gone()`;
    });
  };
  const bringBack = async (name: string): Promise<void> => {
    const { sql } = server.deps;
    await sql.begin(async (tx) => {
      await tx`drop view ${tx(name)}`;
      await tx`drop trigger refuse on away`;
      await tx`alter table away rename to ${tx(name)}`;
    });
  };
  const tokens = async (browser: SsoBrowser): Promise<Record<string, unknown>> => {
    const { code, verifier } = await communityCode(browser, {
      appCode: 'shop',
      clientId: 'shop-spa',
      redirectUrl: callback,
    });
    const { body } = await callOidc(server, '/token', {
      ...client,
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    });
    return body;
  };

  it.each(tables)('D2 answers correctly or with 503 when the table %s fails', async (table) => {
    const { browser } = await signedIn(server);
    const mine = await tokens(browser);
    const next = await communityCode(browser, {
      appCode: 'shop',
      clientId: 'shop-spa',
      redirectUrl: callback,
    });
    const bearer = { authorization: `Bearer ${String(mine['access_token'])}` };
    const query = new URLSearchParams(authorization()).toString();
    const calls: Record<string, () => Promise<Answered>> = {
      token: () =>
        callOidc(server, '/token', {
          ...client,
          grant_type: 'authorization_code',
          code: next.code,
          redirect_uri: callback,
          code_verifier: next.verifier,
        }),
      refresh: () =>
        callOidc(server, '/token', {
          ...client,
          grant_type: 'refresh_token',
          refresh_token: String(mine['refresh_token']),
        }),
      userinfo: () => fetch(`${server.issuer}/me`, { headers: bearer }),
      auth: () => browser.fetch(`/vid/oidc/auth?${query}`),
      ask: () => browser.fetch(`/vid/oidc/auth?${query}&prompt=login`),
      pushed: () => callOidc(server, '/request', authorization()),
      device: () => callOidc(server, '/device/auth', { client_id: 'shop-app', scope: 'openid' }),
      introspection: () =>
        callOidc(server, '/token/introspection', { ...client, token: String(mine['access_token']) }),
      logout: () => browser.fetch('/vid/oidc/session/end?client_id=shop-spa'),
    };
    await takeAway(table);
    const verdicts: string[] = [];
    try {
      for (const [name, call] of Object.entries(calls)) verdicts.push(await judge(name, await call()));
    } finally {
      await bringBack(table);
    }
    expect(verdicts.filter((verdict) => verdict !== 'right' && verdict !== 'unavailable')).toEqual([]);
    expect(verdicts).toContain('unavailable');
    expect((await browser.fetch('/vid/ajax/auth/me')).status).toBe(200);
  });

  it.each(['clients', 'oidc_refresh_tokens', 'oidc_access_tokens'])(
    'D2 keeps a refresh token valid when the table %s fails',
    async (table) => {
      const { browser } = await signedIn(server);
      const { refresh_token: token } = await tokens(browser);
      const refresh = () =>
        callOidc(server, '/token', { ...client, grant_type: 'refresh_token', refresh_token: String(token) });
      await takeAway(table);
      try {
        expect((await refresh()).status).toBe(503);
      } finally {
        await bringBack(table);
      }
      expect((await refresh()).status).toBe(200);
    },
  );

  it.each(['oidc_refresh_tokens', 'oidc_access_tokens'])(
    'D2 keeps a code and tokens valid when the table %s fails',
    async (table) => {
      const { browser } = await signedIn(server);
      const mine = await tokens(browser);
      const { code, verifier } = await communityCode(browser, {
        appCode: 'shop',
        clientId: 'shop-spa',
        redirectUrl: callback,
      });
      const exchange = () =>
        callOidc(server, '/token', {
          ...client,
          grant_type: 'authorization_code',
          code,
          redirect_uri: callback,
          code_verifier: verifier,
        });
      await takeAway(table);
      try {
        expect((await exchange()).status).toBe(503);
      } finally {
        await bringBack(table);
      }
      expect((await exchange()).status).toBe(200);
      const bearer = { authorization: `Bearer ${String(mine['access_token'])}` };
      expect((await fetch(`${server.issuer}/me`, { headers: bearer })).status).toBe(200);
      // Repeating the exchange counts as theft and revokes the tokens.
      expect((await exchange()).status).toBe(400);
      expect((await fetch(`${server.issuer}/me`, { headers: bearer })).status).toBe(401);
    },
  );
});

it('D2 OpenID Connect tokens are refreshed with a single database connection', async () => {
  const small = await startSsoServer(inject('cluster'), { environment: { VID_DATABASE_POOL: '1' } });
  try {
    const { applications } = small.deps;
    await applications.add({ code: 'shop', name: 'Sàn', isFirstParty: true });
    await applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [callback],
    });
    const { browser } = await signedIn(small);
    const { code, verifier } = await communityCode(browser, {
      appCode: 'shop',
      clientId: 'shop-spa',
      redirectUrl: callback,
    });
    const first = await callOidc(small, '/token', {
      ...client,
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    });
    const second = await callOidc(small, '/token', {
      ...client,
      grant_type: 'refresh_token',
      refresh_token: String(first.body['refresh_token']),
    });
    expect([first.status, second.status]).toEqual([200, 200]);
  } finally {
    await small.close();
  }
});
