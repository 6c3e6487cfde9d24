import { createServer } from 'node:http';
import { listenOnLoopback } from '@vid/testkit/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZaloExchange } from './zalo-oauth.ts';

let answer: { status: number; body: string };
const zalo = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
let url: URL;
beforeAll(async () => {
  url = new URL(`http://127.0.0.1:${await listenOnLoopback(zalo)}/`);
});
afterAll(() => void zalo.close());

const exchange = (body: object | string, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return createZaloExchange({ url, appId: '1', appSecret: 'secret' })('refresh');
};
const tokens = { access_token: 'a', refresh_token: 'r' };

describe('the exchange of a refresh token of Zalo', () => {
  it('returns the new tokens and the lifetime of the access token', async () => {
    expect(await exchange({ ...tokens, expires_in: '90000' })).toEqual({
      outcome: 'renewed',
      tokens: { accessToken: 'a', refreshToken: 'r', expiresInSeconds: 90_000 },
    });
  });

  it('is refused if Zalo returns an error code', async () => {
    expect(await exchange({ error: -14_014 })).toEqual({ outcome: 'refused', detail: 'error -14014' });
  });

  it.each([
    [{ error: 0 }, 200],
    [{ ...tokens, expires_in: '0' }, 200],
    [tokens, 200],
    ['<html>', 502],
  ])('has an unknown outcome after the response %j with status %i', async (body, status) => {
    expect(await exchange(body, status)).toEqual({ outcome: 'unknown', detail: `Zalo answered ${status}` });
  });
});
