import { expect, it } from 'vitest';
import {
  directHint,
  ignoredProxy,
  proxyHint,
  proxyOptions,
  usedProxy,
  wrongProxy,
} from './outgoing-proxy.ts';

const address = 'http://proxy.example.vn:3128';

it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
  'the hint for a connection error names %s, whose proxy VID uses',
  (name) => {
    expect([usedProxy({ [name]: address }), ignoredProxy({ [name]: address })]).toEqual([name, undefined]);
    expect(proxyHint({ [name]: address })).toContain(`${name} is set: check`);
    expect(directHint({ [name]: address })).toContain(`${name} is set, but this connection uses no proxy`);
  },
);

it('HTTPS_PROXY takes precedence over the variables for http', () => {
  expect(usedProxy({ http_proxy: address, HTTP_PROXY: address, HTTPS_PROXY: address })).toBe('HTTPS_PROXY');
});

it.each(['ALL_PROXY', 'all_proxy'])('the proxy of %s is ignored', (name) => {
  expect([usedProxy({ [name]: address }), ignoredProxy({ [name]: address })]).toEqual([undefined, name]);
  expect(proxyHint({ [name]: address })).toBe('');
  expect(directHint({ [name]: address })).toContain(name);
});

it.each([
  ['socks5://127.0.0.1:1080', 'HTTPS_PROXY'],
  ['proxy.example.vn:3128', 'HTTPS_PROXY'],
  ['HTTPS://proxy.example.vn', undefined],
  ['', undefined],
])('the URL %j of a proxy is checked', (value, wrong) => {
  expect(wrongProxy({ http_proxy: address, HTTPS_PROXY: value })).toBe(wrong);
});

it('the hint for a connection error is empty if no proxy is set', () => {
  const environment = { HTTPS_PROXY: '', NO_PROXY: 'a' };
  expect([proxyHint({}), proxyHint(environment), directHint({}), directHint(environment)]).toEqual([
    '',
    '',
    '',
    '',
  ]);
});

it.each([
  [{ HTTPS_PROXY: address }, 'localhost,127.0.0.1,::1,[::1]'],
  [{ HTTPS_PROXY: address, NO_PROXY: '.vn' }, '.vn,localhost,127.0.0.1,::1,[::1]'],
  [{ HTTPS_PROXY: address, NO_PROXY: '.vn', no_proxy: '.com' }, '.com,localhost,127.0.0.1,::1,[::1]'],
])('connections to this machine use no proxy: %j', (environment, direct) => {
  expect(proxyOptions({ ...environment, VID_MASTER_KEY: 'secret' })).toEqual({
    proxyEnv: { ...environment, NO_PROXY: direct, no_proxy: direct },
  });
});
