import { expect, it } from 'vitest';
import { ttl } from './ttl.ts';

it('codes, tokens, grants and requests of OpenID Connect have fixed lifetimes', () => {
  const day = 86_400;
  expect(ttl).toEqual({
    code: 60,
    accessToken: 300,
    idToken: 300,
    refreshIdle: 7 * day,
    refreshMax: 30 * day,
    interaction: 600,
    device: 600,
    // A grant lasts longer than a refresh token.
    grant: 31 * day,
    pushedRequest: 60,
    clientAssertion: 600,
  });
});
