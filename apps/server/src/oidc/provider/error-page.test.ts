import type { KoaContextWithOIDC } from 'oidc-provider';
import { expect, it } from 'vitest';
import { noteCaller } from './caller-address.ts';
import { renderError } from './error-page.ts';

const answerTo = async (error: string, route: string) => {
  const ctx: KoaContextWithOIDC = Object.create({ req: {}, oidc: { route, params: {} } });
  let address: string | undefined;
  Object.assign(ctx, { redirect: (to: string) => (address = to) });
  noteCaller(ctx.req, { address: '203.0.113.7', requestId: 'test' });
  await renderError({ write: async () => 'REF' }, ctx, { error }, new Error(error));
  return [ctx.status, address, ctx.body];
};

it.each([
  ['invalid_request', 'authorization', 403],
  ['invalid_request', 'resume', 403],
  ['server_error', 'authorization', 500],
  ['server_error', 'end_session_success', 500],
])('the error %s of %s leads to the error page %i', async (error, route, page) => {
  expect(await answerTo(error, route)).toEqual([303, `/vid/web/error/${page}?ref=REF`, undefined]);
});

it.each(['redirect_uri', 'post_logout_redirect_uri'])('a refusal is logged with its %s', async (name) => {
  const params = { client_id: 'shop-web', [name]: 'https://shop.example.vn/cb' };
  const ctx: KoaContextWithOIDC = Object.create({ req: {}, oidc: { route: 'authorization', params } });
  Object.assign(ctx, { redirect: () => undefined });
  noteCaller(ctx.req, { address: '2001:db8::7', requestId: 'test' });
  const written: unknown[] = [];
  const write = async (refusal: unknown) => {
    written.push(refusal);
    return 'REF';
  };
  const error = Object.assign(new Error('refused'), { error_detail: 'why' });
  await renderError({ write }, ctx, { error: 'invalid_request', error_description: 'what' }, error);
  expect(written).toEqual([
    {
      clientId: 'shop-web',
      reason: 'invalid_request',
      details: {
        description: 'what',
        detail: 'why',
        redirectUri: 'https://shop.example.vn/cb',
        route: 'authorization',
      },
      from: '2001:db8::/64',
    },
  ]);
});

it('an error of an endpoint that browsers do not visit is answered in JSON', async () => {
  expect(await answerTo('invalid_token', 'userinfo')).toEqual([
    undefined,
    undefined,
    { error: 'invalid_token' },
  ]);
});
