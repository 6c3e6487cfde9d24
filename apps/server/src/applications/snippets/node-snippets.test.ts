import { generateKeyPairSync } from 'node:crypto';
import { freePort } from '@vid/testkit/network';
import { runSnippet, type RunningSnippet } from '@vid/testkit/snippets/run-snippet';
import { prepareSnippet } from '@vid/testkit/snippets/snippets';
import { signedIn, SsoBrowser, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { NewClient } from '#applications/clients/client.service.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }] };

let server: SsoServer;
let app = { id: '', code: 'shop' };
let running: RunningSnippet | undefined;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  app = await server.deps.applications.add({ code: 'shop', name: 'Sàn giao dịch' });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => server.close());

const callback = async (path = '/callback'): Promise<string> => `http://localhost:${await freePort()}${path}`;

describe('the snippet of openid-client, run by Node against a server', () => {
  it.each<readonly [string, Partial<NewClient>]>([
    ['client_secret_basic', {}],
    ['client_secret_post and an RS256 ID token', { authMethod: 'client_secret_post', idTokenAlg: 'RS256' }],
    ['private_key_jwt', { authMethod: 'private_key_jwt', jwks }],
    ['pushed requests and DPoP', { requiresPar: true, requiresDpop: true }],
    ['DPoP alone and fewer scopes', { requiresDpop: true, scopes: ['openid', 'profile'] }],
  ])('signs a member in with %s', async (_name, input) => {
    const redirectUri = await callback();
    const { origin } = new URL(redirectUri);
    const { snippet, secret } = await prepareSnippet(server, app, 'openidClient', {
      kind: 'web',
      redirectUris: [redirectUri],
      postLogoutUris: [`${origin}/bye`],
      ...input,
    });
    running = await runSnippet(snippet, { VID_CLIENT_SECRET: secret, VID_CLIENT_KEY: pem }, origin);
    const { browser } = await signedIn(server);
    const visitor = new SsoBrowser(origin);
    const login = await visitor.fetch(snippet.open ?? '');
    const back = await browser.visitAndContinue(login.headers.get('location') ?? '');
    const done = await visitor.fetch(back.href);
    expect([done.status, running.output()]).toEqual([303, '']);
    expect(await (await visitor.fetch('/')).text()).toContain('Signed in: Lê Thị Hoa');
    const out = await visitor.fetch('/logout', { method: 'POST' });
    const endSession = out.headers.get('location') ?? '';
    expect(new URL(endSession).searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/bye`);
    const signOut = await browser.visit(endSession);
    expect(signOut.pathname).toBe('/vid/web/logout');
    expect(await (await visitor.fetch('/')).text()).toContain('href="/login"');
  });

  it('reports the error in a redirect from VID', async () => {
    const redirectUri = await callback('/');
    const { snippet, secret } = await prepareSnippet(server, app, 'openidClient', {
      kind: 'web',
      redirectUris: [redirectUri],
    });
    running = await runSnippet(snippet, { VID_CLIENT_SECRET: secret }, redirectUri);
    const visitor = new SsoBrowser(redirectUri);
    const login = await visitor.fetch('/login');
    const address = new URL(login.headers.get('location') ?? '');
    const state = address.searchParams.get('state') ?? '';
    const iss = encodeURIComponent(server.issuer);
    const refused = await visitor.fetch(`/?error=access_denied&state=${state}&iss=${iss}`);
    expect([refused.status, await refused.text()]).toEqual([400, 'access_denied']);
  });

  it.each(['127.0.0.1', 'localhost'])(
    'signs a member in to a local program that listens on %s',
    async (host) => {
      const { snippet } = await prepareSnippet(server, app, 'openidClient', {
        kind: 'native',
        redirectUris: [`http://${host}/callback`],
      });
      running = await runSnippet(snippet, {});
      const [, address = ''] = await running.printed(/^Open in the browser: (\S+)$/mu);
      const { browser, accountId } = await signedIn(server);
      const back = await browser.visitAndContinue(address);
      expect(await (await fetch(back)).text()).toBe('You can close this page.');
      const [user] = await running.printed(/^\{.*\}$/mu);
      expect(JSON.parse(user)).toMatchObject({ sub: accountId, name: 'Lê Thị Hoa' });
    },
  );

  it.each([false, true])('calls the management API without a user (DPoP: %s)', async (requiresDpop) => {
    const scopes = ['vid:applications:read'] as const;
    const { snippet, client, secret } = await prepareSnippet(
      server,
      app,
      'openidClient',
      { kind: 'machine', requiresDpop },
      scopes,
    );
    await server.deps.managementScopes.set(client.clientId, scopes);
    running = await runSnippet(snippet, { VID_CLIENT_SECRET: secret });
    const [answer] = await running.printed(/^\{.*\}$/mu);
    expect(JSON.parse(answer)).toMatchObject({ data: { id: app.id, code: 'shop' } });
  });
});

describe('the snippet of Auth.js, run by Node against a server', () => {
  it.each<readonly [string, string, Partial<NewClient>]>([
    ['/auth/callback/vid', 'client_secret_basic', {}],
    [
      '/api/auth/callback/hoi',
      'client_secret_post and an RS256 ID token',
      { authMethod: 'client_secret_post', idTokenAlg: 'RS256' },
    ],
  ])('signs a member in at %s with %s', async (path, _name, input) => {
    const redirectUri = await callback(path);
    const { snippet, secret } = await prepareSnippet(server, app, 'authJs', {
      kind: 'web',
      redirectUris: [redirectUri],
      ...input,
    });
    expect(snippet.redirectUri).toBe(redirectUri);
    const { origin } = new URL(redirectUri);
    running = await runSnippet(snippet, { VID_CLIENT_SECRET: secret, AUTH_SECRET: 'x'.repeat(64) }, origin);
    const { browser, accountId } = await signedIn(server);
    const visitor = new SsoBrowser(origin);
    const page = await (await visitor.fetch(snippet.open ?? '')).text();
    const [, action = ''] = /<form action="([^"]+)"/u.exec(page) ?? [];
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/u.exec(page) ?? [];
    const login = await visitor.fetch(action, { method: 'POST', body: new URLSearchParams({ csrfToken }) });
    const back = await browser.visitAndContinue(login.headers.get('location') ?? '');
    const done = await visitor.fetch(back.href);
    expect([done.status, running.output()]).toEqual([302, '']);
    const session = await visitor.fetch('/');
    expect(await session.json()).toMatchObject({ user: { id: accountId, name: 'Lê Thị Hoa' } });
  });
});
