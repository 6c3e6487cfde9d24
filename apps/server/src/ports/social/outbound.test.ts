import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProvider } from './outbound.ts';
import { SocialProviderDown } from './provider.ts';

describe('a call to a social provider', () => {
  let provider: Server;
  let origin = '';
  beforeAll(async () => {
    provider = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      response.writeHead(Number(url.searchParams.get('status')), { location: '/elsewhere?status=200' });
      response.end('x'.repeat(Number(url.searchParams.get('length'))));
    });
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
    const at = provider.address();
    origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  });
  afterAll(() => {
    provider.close();
  });
  const call = (status: number, length = 2) =>
    callProvider(new URL(`${origin}/?status=${status}&length=${length}`), {}, AbortSignal.timeout(5_000));

  it.each([200, 400, 401, 404])('returns the response %s to its caller', async (status) => {
    const answer = await call(status);
    expect([answer.status, await answer.text()]).toEqual([status, 'xx']);
  });

  it.each([302, 307, 429, 500, 503])('reports an outage for the response %s', async (status) => {
    await expect(call(status)).rejects.toThrow(SocialProviderDown);
  });

  it('L8 reports a response longer than 64 KiB as an outage', async () => {
    expect(await (await call(200, 65_536)).text()).toHaveLength(65_536);
    await expect(call(200, 65_537)).rejects.toThrow(SocialProviderDown);
  });
});
