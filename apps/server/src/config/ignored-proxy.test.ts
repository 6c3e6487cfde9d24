import { expect, it } from 'vitest';
import { ignoredProxy, proxyHint } from './ignored-proxy.ts';

it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
  'an error names %s, which VID ignores',
  (name) => {
    expect(ignoredProxy({ [name]: 'http://proxy.example.vn:3128' })).toBe(name);
    expect(proxyHint({ [name]: 'http://proxy.example.vn:3128' })).toContain(
      `${name} is set, but VID uses no proxy`,
    );
  },
);

it('an error says nothing about a proxy that is not set', () => {
  expect([proxyHint({}), proxyHint({ HTTPS_PROXY: '', NO_PROXY: 'a' })]).toEqual(['', '']);
});
