import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

describe('a production server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'), {
      environment: {
        ...productionSettings,
        VID_TRUSTED_PROXIES: '10.0.0.0/8',
        VID_PROXY_HEADER: 'forwarded',
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

  it('P3 reads the caller’s address from the configured header', async () => {
    const from = server.logLines.length;
    await server.app.inject({
      url: '/vid/api/auth/client/config',
      remoteAddress: '10.0.0.9',
      headers: { host: 'id.example.vn', forwarded: 'for=203.0.113.7', 'x-forwarded-for': '198.51.100.4' },
    });
    const line = server.logLines.slice(from).find((text) => text.includes('"msg":"request"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ address: '203.0.113.7' });
  });

  it.each([
    ['http://localhost', 403, 'CSRF'],
    ['http://localhost:8080', 403, 'CSRF'],
    ['http://127.0.0.1:8080', 403, 'CSRF'],
    ['https://evil.example', 403, 'CSRF'],
    ['https://id.example.vn', 200, undefined],
  ])('S5 answers a call from %s with the status %i', async (origin, status, code) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/vid/ajax/auth/logout',
      headers: { host: 'id.example.vn', origin, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([status, code]);
  });
});
