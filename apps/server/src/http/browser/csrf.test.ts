import fastify, { type HTTPMethods } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createSite, refuseForeignOrigin } from './csrf.ts';

const local = ['localhost', '127.0.0.1', '[::1]'];

const site = (isProduction: boolean, port = 8080) =>
  createSite({ publicUrl: new URL('https://id.example.vn'), isProduction, port: () => port });

describe('the hosts and origins of a site', () => {
  it('use the server’s port once the server listens', () => {
    let port = 0;
    const late = createSite({
      publicUrl: new URL('https://id.example.vn'),
      isProduction: false,
      port: () => port,
    });
    expect(late.isOurHost('localhost:8080')).toBe(false);
    port = 8080;
    expect(late.isOurHost('localhost:8080')).toBe(true);
    expect(late.isOurHost('localhost:0')).toBe(false);
  });

  it.each([true, false])(
    'contain its public address, but no similar one (production: %s)',
    (isProduction) => {
      const own = site(isProduction);
      expect([
        own.isOurHost('id.example.vn'),
        own.isOurOrigin('https://id.example.vn'),
        own.publicOrigin,
      ]).toEqual([true, true, 'https://id.example.vn']);
      for (const host of [
        'evil.example',
        'id.example.vn:444',
        'id.example.vn.evil.example',
        '127.evil.example:8080',
      ])
        expect([host, own.isOurHost(host), own.isOurOrigin(`http://${host}`)]).toEqual([host, false, false]);
      for (const origin of ['http://id.example.vn', 'https://evil.example', 'null', ''])
        expect([origin, own.isOurOrigin(origin)]).toEqual([origin, false]);
    },
  );

  it.each(['ID.Example.VN', 'id.example.vn:443', 'id.example.vn:', 'id.example.vn.', 'id.example.vn.:443'])(
    'include %s, which is the public host in another form',
    (host) => {
      expect(site(true).isOurHost(host)).toBe(true);
    },
  );

  it.each([
    'id.example.vn:80',
    'id.example.vn..',
    '.id.example.vn',
    'id.example.vn:443:443',
    'id.example.vn@evil',
  ])('do not include %s', (host) => {
    expect(site(true).isOurHost(host)).toBe(false);
  });

  it.each(local)('include %s with the server’s port in evaluation mode only', (name) => {
    expect(site(false).isOurHost(`${name}:8080`)).toBe(true);
    expect(site(false).isOurOrigin(`http://${name}:8080`)).toBe(true);
    for (const [isProduction, host] of [
      [true, `${name}:8080`],
      [true, name],
      [false, name],
      [false, `${name}:8081`],
    ] as const) {
      expect([host, site(isProduction).isOurHost(host)]).toEqual([host, false]);
      expect([host, site(isProduction).isOurOrigin(`http://${host}`)]).toEqual([host, false]);
    }
    for (const scheme of ['https', 'file', ''])
      expect(site(false).isOurOrigin(`${scheme}://${name}:8080`)).toBe(false);
  });

  it('include localhost without a port if evaluation mode uses port 80', () => {
    expect(site(false, 80).isOurHost('localhost')).toBe(true);
    expect(site(false, 80).isOurHost('localhost:80')).toBe(true);
    expect(site(false, 80).isOurOrigin('http://127.0.0.1')).toBe(true);
    expect(site(false, 81).isOurHost('localhost')).toBe(false);
    expect(site(true, 80).isOurHost('localhost')).toBe(false);
  });
});

async function call(method: HTTPMethods, headers: Record<string, string>): Promise<string> {
  const app = fastify();
  app.route({
    method,
    url: '/',
    handler: (request) => {
      refuseForeignOrigin(request, site(true));
      return { message: 'ok' };
    },
  });
  const answer = await app.inject({ method, url: '/', headers });
  await app.close();
  return answer.body === '' ? `${answer.statusCode}` : answer.json().message;
}

describe('a call', () => {
  const own = 'https://id.example.vn';
  it.each<['ok' | 'CSRF', Record<string, string>]>([
    ['ok', { origin: own, 'sec-fetch-site': 'same-origin' }],
    ['ok', { origin: own }],
    ['ok', { 'sec-fetch-site': 'same-origin' }],
    ['CSRF', {}],
    ['CSRF', { origin: 'https://evil.example' }],
    ['CSRF', { origin: 'null' }],
    ['CSRF', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['CSRF', { origin: own, 'sec-fetch-site': 'cross-site' }],
    ['CSRF', { origin: own, 'sec-fetch-site': 'same-site' }],
    ['CSRF', { origin: own, 'sec-fetch-site': 'none' }],
    ['CSRF', { 'sec-fetch-site': 'none' }],
    ['CSRF', { 'sec-fetch-site': '' }],
  ])('S5 that changes data returns %s with the headers %j', async (outcome, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect([method, await call(method, headers)]).toEqual([method, outcome]);
  });

  it.each([
    ['GET', 'ok'],
    ['HEAD', '200'],
    ['OPTIONS', 'ok'],
  ] as const)('S5 with the method %s is accepted from another site', async (method, outcome) => {
    expect(await call(method, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(
      outcome,
    );
  });
});
