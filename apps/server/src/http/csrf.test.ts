import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from './csrf.ts';

const local = ['localhost', '127.0.0.1', '[::1]'];

const site = (isProduction: boolean, port = 8080) =>
  createSite({ publicUrl: new URL('https://id.example.vn'), isProduction, port: () => port });

describe('the hosts and origins of a site', () => {
  it.each([true, false])('are always those of its public address (production: %s)', (isProduction) => {
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
    expect(site(false).isOurOrigin(`https://${name}:8080`)).toBe(false);
  });

  it('need no port on port 80', () => {
    expect(site(false, 80).isOurHost('localhost')).toBe(true);
    expect(site(true, 80).isOurHost('localhost')).toBe(false);
  });
});

describe('a production server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'), {
      environment: {
        VID_MODE: 'production',
        VID_PUBLIC_URL: 'https://id.example.vn',
        VID_DATABASE_URL: 'postgres://u:p@127.0.0.1/vid',
        VID_MASTER_KEY: 'ab'.repeat(32),
        VID_SMS_URL: 'https://sms.example.vn/send',
        VID_PASSWORD_MEMORY_KIB: '19456',
        VID_PASSWORD_ITERATIONS: '2',
      },
    });
  });
  afterAll(() => server.close());

  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'evil.example'])(
    'I4 refuses the host %s',
    async (host) => {
      const answer = await server.app.inject({ url: '/vid/api/auth/client/config', headers: { host } });
      expect(answer.statusCode).toBe(421);
    },
  );

  it.each([
    ['http://localhost', 403, 'CSRF'],
    ['http://localhost:8080', 403, 'CSRF'],
    ['http://127.0.0.1:8080', 403, 'CSRF'],
    ['https://evil.example', 403, 'CSRF'],
    ['https://id.example.vn', 200, undefined],
  ])('S5 answers a call from %s with %s', async (origin, status, code) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/vid/ajax/auth/logout',
      headers: { host: 'id.example.vn', origin, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([status, code]);
  });
});
