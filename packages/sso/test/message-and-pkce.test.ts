import { describe, expect, it } from 'vitest';
import { readSsoMessage } from '../src/message.ts';
import { challengeOf, randomText } from '../src/pkce.ts';

const encode = (text: string): string => `sso-${Buffer.from(text, 'utf8').toString('base64')}`;

function encodeBytes(bytes: number): string {
  const frame = '{"code":"SSO_LOADED","message":""}';
  return encode(frame.replace('""', `"${'a'.repeat(bytes - frame.length)}"`));
}

describe('VID popup messages', () => {
  it('W4 can contain Vietnamese text, emoji and line separators', () => {
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

  it('W2 are ignored if they are longer than 20,000 characters', () => {
    // Base64 encodes 3 bytes as 4 characters.
    const [longest, tooLong] = [encodeBytes(4_999 * 3), encodeBytes(5_000 * 3)];
    expect([longest.length, tooLong.length]).toEqual([20_000, 20_004]);
    expect(readSsoMessage(longest)).toMatchObject({ code: 'SSO_LOADED' });
    expect(readSsoMessage(tooLong)).toBeUndefined();
  });

  it.each([
    ['a value that is not a string', { code: 'SSO_SUCCESS' }],
    ['null data', null],
    ['another prefix', encode('{"code":"SSO_LOADED"}').replace('sso-', 'SSO-')],
    ['invalid base64', 'sso-%%%%'],
    ['truncated base64', 'sso-A'],
    ['an empty payload', 'sso-'],
    ['invalid JSON', encode('{"code":')],
    ['JSON that is not an object', encode('"SSO_SUCCESS"')],
    ['JSON null', encode('null')],
    ['a JSON array', encode('["SSO_SUCCESS"]')],
    ['an unknown code', encode('{"code":"SSO_OTHER"}')],
    ['a code of another type', encode('{"code":["SSO_SUCCESS"]}')],
    ['invalid UTF-8', `sso-${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')}`],
    [
      'invalid UTF-8 in a text',
      `sso-${Buffer.concat([Buffer.from('{"code":"SSO_LOADED","message":"'), Buffer.from([0xff]), Buffer.from('"}')]).toString('base64')}`,
    ],
  ])('W2 are ignored if they are malformed: %s', (_case, data) => {
    expect(readSsoMessage(data)).toBeUndefined();
  });

  it('W2 do not pollute a prototype', () => {
    expect(readSsoMessage(encode('{"__proto__":{"code":"SSO_SUCCESS"}}'))).toBeUndefined();
    const read = readSsoMessage(encode('{"code":"SSO_SUCCESS","message":{"__proto__":{"state":"s"}}}'));
    expect(read?.message).not.toHaveProperty('state');
    expect(({} as Record<string, unknown>)['state']).toBeUndefined();
  });
});

describe('PKCE', () => {
  it('computes the challenge of a verifier (RFC 7636 appendix B)', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('creates distinct verifiers of 43 unreserved characters (RFC 7636 section 4.1)', () => {
    const made = Array.from({ length: 100 }, randomText);
    for (const text of made) expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/u);
    expect(new Set(made).size).toBe(100);
  });
});
