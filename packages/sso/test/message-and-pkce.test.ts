import { describe, expect, it } from 'vitest';
import { readSsoMessage } from '../src/message.ts';
import { challengeOf, randomText } from '../src/pkce.ts';

const encode = (text: string): string => `sso-${Buffer.from(text, 'utf8').toString('base64')}`;

describe('messages of VID', () => {
  it('W4 carry any text', () => {
    const message = { name: 'Nguyễn Thị Ánh 🏠 \u2028' };
    expect(readSsoMessage(encode(JSON.stringify({ code: 'SSO_SUCCESS', message })))).toEqual({
      code: 'SSO_SUCCESS',
      message,
    });
    expect(readSsoMessage(encode('{"code":"SSO_LOADED"}'))).toEqual({
      code: 'SSO_LOADED',
      message: undefined,
    });
  });

  it.each([
    ['no text', { code: 'SSO_SUCCESS' }],
    ['nothing', null],
    ['another prefix', encode('{"code":"SSO_LOADED"}').replace('sso-', 'SSO-')],
    ['no base64', 'sso-%%%%'],
    ['cut base64', 'sso-A'],
    ['nothing encoded', 'sso-'],
    ['no JSON', encode('{"code":')],
    ['no object', encode('"SSO_SUCCESS"')],
    ['null', encode('null')],
    ['a list', encode('["SSO_SUCCESS"]')],
    ['an unknown code', encode('{"code":"SSO_OTHER"}')],
    ['a code of another type', encode('{"code":["SSO_SUCCESS"]}')],
    ['bytes that are no UTF-8', `sso-${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')}`],
    ['more than a message holds', `sso-${'A'.repeat(30_000)}`],
  ])('W2 are not: %s', (_case, data) => {
    expect(readSsoMessage(data)).toBeUndefined();
  });

  it('W2 reach no prototype', () => {
    expect(readSsoMessage(encode('{"__proto__":{"code":"SSO_SUCCESS"}}'))).toBeUndefined();
    const read = readSsoMessage(encode('{"code":"SSO_SUCCESS","message":{"__proto__":{"state":"s"}}}'));
    expect(read?.message).not.toHaveProperty('state');
    expect(({} as Record<string, unknown>)['state']).toBeUndefined();
  });
});

describe('PKCE', () => {
  it('RFC 7636 appendix B: the challenge of its verifier', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('RFC 7636 section 4.1: verifiers are 43 unreserved characters, each another', () => {
    const made = Array.from({ length: 100 }, randomText);
    for (const text of made) expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/u);
    expect(new Set(made).size).toBe(100);
  });
});
