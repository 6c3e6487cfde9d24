import { appCode } from '@vid/testkit/http/app-code';
import { describe, expect, it } from 'vitest';
import { authenticatorUri, findTimeStep, newAuthenticatorSecret, parseAppCode } from './authenticator-app.ts';

/**
 * The 20-byte secret of RFC 6238 appendix B in base32. The RFC's codes have 8 digits; the last 6 are the app's
 * code.
 */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('authenticator app codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('equal the values of RFC 6238 at %i s', (seconds, code) => {
    expect(findTimeStep(rfcSecret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('are accepted at most one step early or late', () => {
    const code = '081804';
    const step = Math.floor(1_111_111_109 / 30);
    const found = [-2, -1, 0, 1, 2].map((late) => findTimeStep(rfcSecret, code, (step + late) * 30_000));
    expect(found).toEqual([undefined, step, step, step, undefined]);
    expect(findTimeStep(rfcSecret, '081805', step * 30_000)).toBeUndefined();
  });

  it('are accepted with spaces, and as full-width or half-width digits', () => {
    for (const typed of ['012345', ' 012 345\n', '０１２３４５', '012-345'])
      expect(parseAppCode(typed)).toBe('012345');
    for (const typed of ['', '12345', '0123456', '01234a', '٠١٢٣٤٥'])
      expect(parseAppCode(typed)).toBeUndefined();
  });

  it('come from a secret of 160 random bits', () => {
    const secret = newAuthenticatorSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
    expect(newAuthenticatorSecret()).not.toBe(secret);
    const uri = new URL(authenticatorUri(secret, '0912345678'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/VID:0912345678',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'VID',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(findTimeStep(secret, appCode(secret), Date.now())).toBeDefined();
  });
});
