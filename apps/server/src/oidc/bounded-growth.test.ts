import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import {
  authorizationRequest,
  callOidc,
  pkce,
  signedIn,
  SsoBrowser,
  startSsoServer,
  type SsoServer,
} from '@vid/testkit/sso';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { runPurges } from '#operations/purge/purge.ts';

const callback = 'https://app.example.vn/cb';
const flood = 60;
const limit = 10;

const parameters = (more: Record<string, string> = {}) =>
  new URLSearchParams(authorizationRequest({ clientId: 'shop-spa', redirectUri: callback }, more)).toString();

const timeout = 120_000;

describe('rows that any visitor can create', { timeout }, () => {
  let server: SsoServer;
  beforeAll(async () => {
    server = await startSsoServer(inject('cluster'), {
      environment: {
        VID_LIMIT_SSO_ADDRESS_10MIN: String(limit),
        VID_LIMIT_SSO_CLIENT_10MIN: String(limit),
        VID_LIMIT_TOKENS_ACCOUNT_CLIENT_HOUR: String(limit),
      },
    });
    await server.deps.applications.add({ code: 'shop', name: 'shop', isFirstParty: true });
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-spa',
      kind: 'spa',
      redirectUris: [callback],
    });
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-app',
      kind: 'native',
      redirectUris: ['vn.example.app:/cb'],
    });
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await server.deps.sql`delete from counters`;
  });

  const countOf = async (table: string): Promise<number> =>
    (await server.deps.sql`select from ${server.deps.sql(table)}`).count;
  const newBrowser = () => new TestBrowser(server.app);
  const sameSite = () => ({ host: new URL(server.origin).host, origin: server.origin });
  const push = (client = 'shop-spa', credentials: { client?: string; secret?: string } = {}) =>
    callOidc(
      server,
      '/request',
      authorizationRequest({ clientId: client, redirectUri: callback }),
      credentials,
    );
  const authorize = () => new SsoBrowser(server.origin).fetch(`/vid/oidc/auth?${parameters()}`);
  const validate = async (address: string) =>
    (
      await newBrowser().post(
        '/vid/ajax/apps/view/validateRedirectUrls',
        { appCode: 'shop', clientId: 'shop-spa', redirectUrls: callback },
        { address, headers: sameSite() },
      )
    ).code;
  const expireAndPurge = async (table: string): Promise<void> => {
    await server.deps.sql`update ${server.deps.sql(table)} set expires_at = now() - interval '1 second'`;
    await runPurges(server.deps.purges.filter(({ name }) => name === table));
    expect(await countOf(table)).toBe(0);
  };

  it('R7 are limited for the authorization requests of one address', async () => {
    const first = await authorize();
    expect(first.headers.get('location')).toContain('/vid/web/intermediate');
    let refused: Response | undefined;
    for (let count = 1; count < flood; count += 1) refused = await authorize();
    expect(await countOf('oidc_interactions')).toBe(limit);
    const back = new URL(refused?.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('error')).toBe('temporarily_unavailable');
    const [size] = await server.deps.sql<{ bytes: number }[]>`
      select max(pg_column_size(i.*))::int as bytes from oidc_interactions i`;
    expect(size?.bytes).toBeLessThan(3_000);

    await server.deps.sql`update counters set expires_at = now() - interval '1 second'`;
    expect((await authorize()).headers.get('location')).toContain('/vid/web/intermediate');
    await expireAndPurge('oidc_interactions');
    expect(await countOf('sso_traces')).toBe(0);
  });

  it('R7 are not stored for a request that is too large', async () => {
    const answer = await fetch(`${server.issuer}/auth`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: parameters({ state: 'x'.repeat(40_000) }),
    });
    expect(answer.status).toBe(413);
    expect(await countOf('oidc_interactions')).toBe(0);
  });

  it('R7 are limited per network for device requests and for validated redirect URIs', async () => {
    for (let count = 0; count < flood; count += 1)
      await callOidc(server, '/device/auth', { client_id: 'shop-app', scope: 'openid' });
    expect(await countOf('oidc_device_codes')).toBe(limit);
    await server.deps.sql`delete from counters`;
    const codes = [];
    for (let count = 0; count < flood; count += 1) codes.push(await validate('203.0.113.7'));
    expect(codes.slice(0, limit).every((code) => code === undefined)).toBe(true);
    expect(codes.slice(limit).every((code) => code === 'RATE_LIMITED')).toBe(true);
    expect(await countOf('sso_transactions')).toBe(limit);
    expect(await validate('203.0.113.8')).toBeUndefined();
    await expireAndPurge('sso_transactions');
  });

  it('R7 are limited for a public client’s pushed requests', async () => {
    expect((await push()).status).toBe(201);
    let refused: Awaited<ReturnType<typeof push>> | undefined;
    for (let count = 1; count < flood; count += 1) refused = await push();
    expect(refused?.body['error']).toBe('temporarily_unavailable');
    expect(await countOf('oidc_pushed_requests')).toBe(limit);
    await expireAndPurge('oidc_pushed_requests');
  });

  it('R7 are limited per client for pushed requests with a secret', async () => {
    const pushWithSecret = async (clientId: string) => {
      const redirectUris = [callback];
      const { secret = '' } = await server.deps.applications.addClient('shop', {
        clientId,
        kind: 'web',
        redirectUris,
      });
      return () => push(clientId, { client: clientId, secret });
    };
    const [pushBusy, pushOther] = [await pushWithSecret('shop-busy'), await pushWithSecret('shop-other')];
    const answers = [];
    for (let count = 0; count < 2 * limit; count += 1) answers.push(await pushBusy());
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(limit).fill(201),
      ...Array(limit).fill(400),
    ]);
    expect(answers.at(-1)?.body['error']).toBe('temporarily_unavailable');
    expect(await countOf('oidc_pushed_requests')).toBe(limit);
    expect((await pushOther()).status).toBe(201);
    expect((await push()).status).toBe(201);
    await expireAndPurge('oidc_pushed_requests');
  });

  it('R7 are limited for the token requests of a machine client', async () => {
    const { clientId, secret = '' } = await server.deps.applications.addClient('shop', { kind: 'machine' });
    const request = { grant_type: 'client_credentials' };
    const answers = [];
    for (let count = 0; count < 2 * limit; count += 1)
      answers.push(await callOidc(server, '/token', request, { client: clientId, secret }));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(limit).fill(200),
      ...Array(limit).fill(400),
    ]);
    expect(answers.at(-1)?.body['error']).toBe('temporarily_unavailable');
    expect(await countOf('oidc_client_credentials')).toBe(limit);
    await expireAndPurge('oidc_client_credentials');
  });

  it('X3 are limited for a client’s token exchanges for an account', async () => {
    const signOn = async (accountId?: string, clientId = 'shop-spa') => {
      const { browser, accountId: id } = await signedIn(server, accountId === undefined ? {} : { accountId });
      const { verifier, challenge } = pkce();
      const scope = 'openid offline_access';
      const more = { client_id: clientId, scope, prompt: 'consent', code_challenge: challenge };
      const back = await browser.visitAndContinue(`/vid/oidc/auth?${parameters(more)}`);
      const exchange = {
        grant_type: 'authorization_code',
        client_id: clientId,
        code: back.searchParams.get('code') ?? '',
        redirect_uri: callback,
        code_verifier: verifier,
      };
      return { id, ...(await callOidc(server, '/token', exchange)) };
    };
    const refresh = (token: unknown) => {
      const request = { grant_type: 'refresh_token', client_id: 'shop-spa', refresh_token: String(token) };
      return callOidc(server, '/token', request);
    };
    const { id, ...first } = await signOn();
    let answer: Awaited<ReturnType<typeof callOidc>> = first;
    for (let count = 1; count < limit; count += 1) answer = await refresh(answer.body['refresh_token']);
    expect(answer.status).toBe(200);
    expect(await countOf('oidc_refresh_tokens')).toBe(limit);
    const refused = await refresh(answer.body['refresh_token']);
    expect([refused.status, refused.body['error']]).toEqual([400, 'temporarily_unavailable']);
    expect((await signOn(id)).body['error']).toBe('temporarily_unavailable');
    expect(await countOf('oidc_refresh_tokens')).toBe(limit);
    expect((await signOn()).status).toBe(200);
    await server.deps.applications.addClient('shop', {
      clientId: 'shop-two',
      kind: 'spa',
      redirectUris: [callback],
    });
    expect((await signOn(id, 'shop-two')).status).toBe(200);
    // The refused token was not used up, so the client can retry.
    await server.deps.sql`delete from counters`;
    expect((await refresh(answer.body['refresh_token'])).status).toBe(200);
  });

  it('X3 include at most 1,000 grants per account', async () => {
    const { sql } = server.deps;
    const sessions = [await signedIn(server)];
    const { accountId } = sessions[0] ?? { accountId: '' };
    const other = await signedIn(server);
    sessions.push(await signedIn(server, { accountId }), other);
    const add = (id: string, count: number) => sql`
      insert into oidc_grants (id_hash, payload, account_id, expires_at)
      select sha256((${id} || n)::bytea), '{}', ${id}, now() + interval '30 days' from generate_series(1, ${count}::int) n`;
    await add(accountId, 999);
    await add(other.accountId, 1_000);
    const grants = async (id: string) => {
      const rows = await sql`select payload = '{}' as is_old from oidc_grants where account_id = ${id}`;
      return [rows.count, rows.filter((row) => row['isOld'] !== true).length];
    };
    for (const { browser } of sessions)
      expect(
        (await browser.visitAndContinue(`/vid/oidc/auth?${parameters()}`)).searchParams.get('code'),
      ).not.toBeNull();
    expect(await grants(accountId)).toEqual([1_000, 2]);
    expect(await grants(other.accountId)).toEqual([1_000, 1]);
  });

  it('R7 are not added by phone checks of an address over its limit', async () => {
    const address = '203.0.113.9';
    for (let count = 0; count < flood; count += 1)
      await newBrowser().post(
        '/vid/api/users/checking/phone',
        { phone: freshPhone() },
        { address, headers: sameSite() },
      );
    const { checkAddressHour } = server.deps.config;
    expect(await countOf('counters')).toBe(1 + checkAddressHour);
    await expireAndPurge('counters');
  });
});
