import { describe, expect, it } from 'vitest';
import { checkRedirectAddress, domainOf, isRegistered, webViewOriginOf } from './redirect-address.policy.ts';

const check = (address: string, kind: 'web' | 'native' | 'spa' = 'web', allowsLoopback = false) =>
  checkRedirectAddress(address, { kind, allowsLoopback });

describe('the host that a consent screen shows', () => {
  it.each([
    ['https://app.example.vn/cb', 'app.example.vn'],
    ['http://127.0.0.1:5555/cb', '127.0.0.1:5555'],
    ['vn.example.app:/callback', null],
    ['undefined', null],
  ])('is $1 for the redirect URI $0', (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });
});

describe('redirect URIs', () => {
  it.each([
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['*', 'not-an-address'],
    ['https://*.example.vn/cb', 'wildcard'],
    ['https://app.example.vn/*', 'wildcard'],
    ['http://app.example.vn/cb', 'plain-http'],
    ['http://localhost:3000/cb', 'plain-http'],
    ['https://user@app.example.vn/cb', 'userinfo'],
    ['https://user:pass@app.example.vn/cb', 'userinfo'],
    ['https://@app.example.vn/cb', 'userinfo'],
    ['https://:@app.example.vn/cb', 'userinfo'],
    ['https:user@app.example.vn/cb', 'userinfo'],
    ['https::pass@app.example.vn/cb', 'userinfo'],
    ['https://app.example.vn/cb#x', 'fragment'],
    ['https://app.example.vn/cb#', 'fragment'],
    ['HTTPS://app.example.vn/cb', 'scheme'],
    ['JavaScript:alert(1)', 'scheme'],
    ['https://APP.example.vn/cb', 'spelling'],
    ['https://app.example.vn:443/cb', 'spelling'],
    ['https://app.example.vn/a/../cb', 'spelling'],
    ['https://app.example.vn/a/%2e%2e/cb', 'spelling'],
    ['https://app.example.vn\\cb', 'spelling'],
    ['https://ａpp.example.vn/cb', 'spelling'],
    [' https://app.example.vn/cb', 'spelling'],
    ['https:app.example.vn/cb', 'scheme'],
    ['//app.example.vn/cb', 'not-an-address'],
    ['vn.example.app:/cb', 'scheme'],
    ['ftp://app.example.vn/https://x', 'scheme'],
    [`https://app.example.vn/${'x'.repeat(1_978)}`, 'spelling'],
    ['https://app.example.vn/cb?authCode=1', 'answer-name'],
    ['https://app.example.vn/cb?from=vid&code=1', 'answer-name'],
    ['https://app.example.vn/cb?state', 'answer-name'],
    ['https://app.example.vn/cb?iss=https://evil.example', 'answer-name'],
    ['https://app.example.vn/cb?error=access_denied', 'answer-name'],
    ['https://app.example.vn/cb?error_description=x', 'answer-name'],
    ['https://app.example.vn/cb?error_uri=x', 'answer-name'],
    ['https://app.example.vn/cb?AUTHCODE=1', 'answer-name'],
    ['https://app.example.vn/cb?authCode[]=1', 'answer-name'],
    ['https://app.example.vn/cb?%61uthCode=1', 'answer-name'],
  ] as const)('M5 such as %j are refused with the problem %s', (address, problem) => {
    expect(check(address)).toBe(problem);
  });

  it.each([
    'https://app.example.vn/cb',
    'https://app.example.vn',
    'https://app.example.vn:8443/cb?from=vid',
    'https://app.example.vn/code/state?postcode=1&from=error',
    'https://app.example.vn/cb//x@y',
    `https://app.example.vn/${'x'.repeat(1_977)}`,
  ])('may be %s', (address) => {
    expect(check(address)).toBeUndefined();
  });

  it('M5 must not contain a reserved query name, even on loopback', () => {
    expect(check('vn.example.app:/cb?code=1', 'native')).toBe('answer-name');
    expect(check('http://127.0.0.1/cb?code=1', 'native')).toBe('answer-name');
    expect(check('http://localhost:3000/cb?state=1', 'web', true)).toBe('answer-name');
  });

  it('may be loopback addresses in evaluation mode and for native clients', () => {
    expect(check('http://localhost:3000/cb', 'web', true)).toBeUndefined();
    expect(check('http://127.0.0.1/cb', 'native')).toBeUndefined();
    expect(check('http://[::1]:5000/cb', 'native')).toBeUndefined();
    expect(check('http://localhost/cb', 'native')).toBeUndefined();
    expect(check('vn.example.app:/cb', 'native')).toBeUndefined();
    expect(check('com.example.app:/cb', 'native')).toBeUndefined();
    expect(check('http://app.example.vn/a.b:/x', 'native')).toBe('plain-http');
    expect(check('http://127.0.0.2/cb', 'native')).toBe('plain-http');
    for (const kind of ['web', 'native'] as const)
      for (const host of ['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example'])
        expect(check(`http://${host}/cb`, kind, true)).toBe('plain-http');
    expect(check('myapp:/cb', 'native')).toBe('scheme');
    expect(check('javascript:alert(1)', 'native')).toBe('scheme');
  });

  it.each([
    ['capacitor', 'scheme'],
    ['ionic', 'scheme'],
    ['https', 'loopback'],
  ] as const)('may be on %s://localhost for native clients', (scheme, refused) => {
    expect(check(`${scheme}://localhost`, 'native')).toBeUndefined();
    expect(check(`${scheme}://localhost/cb`, 'native')).toBeUndefined();
    expect(check(`${scheme}://localhost/a/../cb`, 'native')).toBe('spelling');
    expect(check(`${scheme}://localhost:8443/cb`, 'native')).toBe(refused);
    for (const kind of ['web', 'spa'] as const) {
      expect(check(`${scheme}://localhost`, kind)).toBe(refused);
      expect(check(`${scheme}://localhost/cb`, kind)).toBe(refused);
    }
    expect(check('https://localhost/cb', 'spa', true)).toBeUndefined();
    expect(webViewOriginOf(`${scheme}://localhost/cb`)).toBe(`${scheme}://localhost`);
    expect(webViewOriginOf(`${scheme}://localhost.evil.example/cb`)).toBeUndefined();
    expect(webViewOriginOf(`${scheme}://localhost:8443/cb`)).toBeUndefined();
  });

  it('of native clients cannot combine https with a loopback IP', () => {
    for (const allowsLoopback of [false, true])
      for (const host of ['127.0.0.1', '127.0.0.2', '[::1]', 'localhost:8443'])
        expect(check(`https://${host}/cb`, 'native', allowsLoopback)).toBe('loopback');
  });

  it('cannot combine a private WebView scheme with another host', () => {
    for (const scheme of ['capacitor', 'ionic'])
      for (const host of ['localhost.evil.example', 'evil.example'])
        expect(check(`${scheme}://${host}/cb`, 'native')).toBe('scheme');
  });
});

describe('a redirect URI of a request', () => {
  const registered = [
    'http://127.0.0.1/cb',
    'http://localhost:8080/cb',
    'https://app.example.vn/cb',
    'vn.example.app:/cb',
    'http://[::1]',
  ];
  it.each([
    ['http://127.0.0.1/cb', 'both kinds of client'],
    ['https://app.example.vn/cb', 'both kinds of client'],
    ['vn.example.app:/cb', 'both kinds of client'],
    ['http://127.0.0.1:5555/cb', 'a native client only'],
    ['http://localhost:1/cb', 'a native client only'],
    ['http://127.0.0.1:80/cb', 'a native client only'],
    ['http://localhost/cb', 'a native client only'],
    ['http://[::1]:5555', 'a native client only'],
    ['http://[::1]:5555/', 'no client'],
    ['http://127.0.0.1:65536/cb', 'no client'],
    ['http://127.0.0.1:5555/other', 'no client'],
    ['http://127.0.0.1:5555/cb?x=1', 'no client'],
    ['http://user@127.0.0.1:5555/cb', 'no client'],
    ['http://127.0.0.1:5555/x/../cb', 'no client'],
    ['http://[::1]:5555/cb', 'no client'],
    ['https://app.example.vn:8443/cb', 'no client'],
    ['https://127.0.0.1:5555/cb', 'no client'],
    ['nonsense', 'no client'],
  ])('M5 such as %s is accepted for %s', (given, clients) => {
    expect([isRegistered(given, registered, 'native'), isRegistered(given, registered, 'web')]).toEqual([
      clients !== 'no client',
      clients === 'both kinds of client',
    ]);
  });
});
