import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seedExamples } from '#applications/application/seed-examples.ts';
import { renderStartPage } from './start-page.ts';

const origins = { sdkOrigin: 'http://localhost:9001', oidcOrigin: 'http://localhost:9002' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: 'localhost:8080', ...headers } });
const seed = (moved: Partial<typeof origins> = {}) =>
  seedExamples({ sql: server.deps.sql, keys: server.deps.keys }, { ...origins, ...moved });

async function redeem(clientId: string, secret: string): Promise<unknown> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/vid/oidc/token',
    headers: {
      host: 'localhost:8080',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'unknown',
      code_verifier: 'v'.repeat(43),
      redirect_uri: `${origins.sdkOrigin}/callback`,
    }).toString(),
  });
  return answer.json<{ error: unknown }>().error;
}

describe('the start page of evaluation mode', () => {
  it('links to the tools and the examples', async () => {
    const before = await get('/vid/dev/');
    expect(before.statusCode).toBe(200);
    expect(before.body).toContain('VID_EXAMPLES');
    await seed();
    const page = await get('/vid/dev/', { 'accept-language': 'en-GB' });
    expect(page.body).toContain('<html lang="en">');
    expect(page.headers['vary']?.toLowerCase()).toContain('accept-language');
    for (const address of ['/vid/web/', '/vid/dev/outbox?lang=en', '/vid/docs'])
      expect(page.body).toContain(`href="${address}"`);
    expect(page.body).toContain('href="http://localhost:9001/"><strong>Example with @vid/sso<');
    expect(page.body).toContain('href="http://localhost:9002/"><strong>Example with OpenID Connect<');
    expect(page.body).toContain('administrator.txt');
    expect((await get('/vid/dev/?lang=vi', { 'accept-language': 'en' })).body).toContain('<html lang="vi">');
    expect((await get('/vid/dev')).headers.location).toBe('/vid/dev/');
  });

  it('has no script and cannot be framed', async () => {
    const page = await get('/vid/dev/');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/u);
    expect(page.body).not.toMatch(/<script|style="/u);
  });

  it('leads to the other language, and to the API reference only while it is served', () => {
    const shown = { lang: 'vi', examples: undefined, administratorFile: '/a&b' } as const;
    expect(renderStartPage({ ...shown, hasDocs: true })).toContain('href="/vid/docs"');
    const page = renderStartPage({ ...shown, hasDocs: false });
    expect(page).not.toContain('href="/vid/docs"');
    expect(page).toContain('href="?lang=en" hreflang="en" lang="en">English<');
    expect(page).toContain('href="/vid/oidc/.well-known/openid-configuration"');
    expect(page).toContain('<code>/a&#38;b</code>');
  });

  it('is not served in production', async () => {
    const production = await startTestServer(inject('cluster'), {
      environment: productionSettings,
    });
    const answer = await production.app.inject({ url: '/vid/dev/', headers: { host: 'id.example.vn' } });
    expect(answer.statusCode).toBe(404);
    await production.close();
  });
});

describe('the example applications', () => {
  it('are registered once, and keep their secrets and an operator’s changes', async () => {
    const first = await seed();
    await server.deps.applications.setStatus('oidc-example', 'disabled');
    const again = await seed({ sdkOrigin: 'http://localhost:9101' });
    expect(again).toEqual(first);
    // VID reveals that a code is unknown only to an authenticated client.
    expect(await redeem(again.sdk.clientId, again.sdk.clientSecret)).toBe('invalid_grant');
    expect(await redeem(again.sdk.clientId, again.oidc.clientSecret)).toBe('invalid_client');
    const { applications } = server.deps;
    const sdk = await applications.findActive('sdk-example-web');
    expect(sdk?.application.isFirstParty).toBe(true);
    expect(sdk?.client).toMatchObject({
      redirectUris: ['http://localhost:9101/callback'],
      postLogoutUris: ['http://localhost:9101/'],
      backchannelLogoutUri: 'http://localhost:9101/backchannel-logout',
    });
    expect(await applications.findActive('oidc-example-web')).toBeUndefined();
  });
});
