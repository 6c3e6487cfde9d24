import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

describe('sessions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'));
  });
  afterAll(() => server.close());

  it('answers TOKEN_MISSING to a browser without a session', async () => {
    const answer = await new TestBrowser(server.app).get('/vid/ajax/auth/me');
    expect(answer.status).toBe(401);
    expect(answer.code).toBe('TOKEN_MISSING');
  });

  it('S2 answers 401 to altered cookies of every shape, never 500', async () => {
    const browser = new TestBrowser(server.app);
    for (const value of [
      'x',
      'A'.repeat(43),
      'A'.repeat(44),
      '%00',
      '..',
      '“”',
      `${'A'.repeat(43)};vid_sid=b`,
    ]) {
      const answer = await browser.get('/vid/ajax/auth/me', { headers: { cookie: `vid_sid=${value}` } });
      expect([answer.status, answer.code]).toEqual([401, 'TOKEN_INVALID']);
    }
  });

  it('hands a client its token key and time', async () => {
    const browser = new TestBrowser(server.app);
    const answer = await browser.get('/vid/api/auth/client/config?type=web&clientId=vid-web');
    expect(answer.status).toBe(200);
    expect(Buffer.from(String(answer.data['clientTokenKey']), 'base64')).toHaveLength(32);
    expect(browser.cookies.has('vid_pre')).toBe(true);
  });
});
