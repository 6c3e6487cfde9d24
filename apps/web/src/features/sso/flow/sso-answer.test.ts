// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { SsoSettings } from '#state/sso.ts';
import { answerPayload, isReturnable, messageOrigin, returnAddress } from './sso-answer.ts';

const answer = { authCode: 'the-code', iss: 'https://id.vn/vid/oidc', lang: 'vi' };

function settings(additionParams: [string, string][]): SsoSettings {
  return {
    mode: null,
    appCode: 'A',
    clientId: 'c',
    redirectTo: null,
    action: null,
    codeChallenge: null,
    lang: null,
    loginRedirectTo: null,
    additionParams,
  };
}

describe('the answer to a sign-on request', () => {
  test('adds the encoded code, language, issuer and additional parameters', () => {
    const url = new URL(
      returnAddress(
        settings([
          ['state', 'a&b=á'],
          ['utm', '1'],
        ]),
        'https://app.vn/cb',
        answer,
      ),
    );
    expect(url.origin + url.pathname).toBe('https://app.vn/cb');
    expect(Object.fromEntries(url.searchParams)).toEqual({ state: 'a&b=á', utm: '1', ...answer });
  });

  test('keeps the registered query, which additional parameters cannot replace', () => {
    const url = new URL(
      returnAddress(settings([['tenant', 'evil']]), 'https://app.vn/cb?tenant=a&x=1', answer),
    );
    expect(url.searchParams.getAll('tenant')).toEqual(['a']);
    expect(url.searchParams.get('x')).toBe('1');
  });

  test('A2 adds exactly one authCode, lang and iss, regardless of the request', () => {
    const bad: [string, string][] = [
      'authCode',
      'AuthCode',
      'authCode[]',
      'authcode[0]',
      'iss',
      'ISS',
      'lang',
      'Lang',
      'error',
      '__proto__',
      'constructor',
    ].map((name) => [name, 'evil']);
    const address = 'https://app.vn/cb?authCode=old&authCode=older&Iss=x&lang=xx';
    const url = new URL(returnAddress(settings(bad), address, answer));
    expect([...url.searchParams]).toEqual(Object.entries(answer));
    expect(answerPayload(settings(bad), answer)).toEqual(answer);
  });

  test('adds no code after a sign-out', () => {
    expect(returnAddress(settings([['state', 's']]), 'https://app.vn/bye', { lang: 'en' })).toBe(
      'https://app.vn/bye?state=s&lang=en',
    );
  });

  test('accepts custom schemes, except schemes that run code', () => {
    expect(returnAddress(settings([]), 'vn.app.shop:/cb', { lang: 'vi' })).toBe('vn.app.shop:/cb?lang=vi');
    expect(isReturnable('vn.app.shop:/cb')).toBe(true);
    for (const address of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'blob:https://a/b',
      'nothing',
    ])
      expect(isReturnable(address)).toBe(false);
  });

  test('W1 allows posted messages only to web origins', () => {
    expect(messageOrigin('https://app.vn:8443/cb?x=1')).toBe('https://app.vn:8443');
    for (const address of ['vn.app.shop:/cb', 'data:text/html,x', 'javascript:1', '*', 'file:///a'])
      expect(messageOrigin(address)).toBeNull();
  });
});
