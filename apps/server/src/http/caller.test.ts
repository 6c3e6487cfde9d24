import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addressKeyOf, callerOf, localeOf, siteKeyOf } from './caller.ts';

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
  ])('for %s is %s', (address, key) => {
    expect(addressKeyOf(address)).toBe(key);
  });
});

describe('the key of a site', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
    ['2001:db8:2:1::/64', '2001:db8:2::/48'],
    ['', ''],
  ])('for the address key “%s” is “%s”', (addressKey, site) => {
    expect(siteKeyOf(addressKey)).toBe(site);
  });
});

async function callerFrom(
  peer: string,
  headers: Readonly<Record<string, string>>,
  trustProxy: string[] = ['10.0.0.0/8'],
): Promise<{ address: string; addressKey: string }> {
  const app = fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false });
  app.get('/', (request) => callerOf(request));
  const answer = await app.inject({ url: '/', remoteAddress: peer, headers });
  await app.close();
  const { address, addressKey } = answer.json();
  return { address, addressKey };
}

describe('the caller’s address', () => {
  it.each([
    ['a direct connection', '203.0.113.7', undefined, '203.0.113.7'],
    ['IPv4 in IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['a trusted proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a trusted proxy without the header', '10.0.0.1', undefined, '10.0.0.1'],
    ['two trusted proxies', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['a forged entry before the proxy’s', '10.0.0.1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
    ['a header of an untrusted peer', '203.0.113.7', '192.0.2.1', '203.0.113.7'],
    ['a header that is no address', '10.0.0.1', 'evil', '10.0.0.1'],
    ['IPv4 in IPv6 in the header', '10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['IPv4 in IPv6 in capitals', '10.0.0.1', '::FFFF:203.0.113.7', '203.0.113.7'],
    ['IPv4 in IPv6 in hexadecimal', '10.0.0.1', '::ffff:cb00:7107', '203.0.113.7'],
    ['IPv4 in IPv6 with all its zeros', '10.0.0.1', '0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['IPv6 in another spelling', '10.0.0.1', '2001:0DB8:1:2:0:0:0:1', '2001:db8:1:2::1'],
    ['an address with a zone', '10.0.0.1', 'fe80::1%eth0', 'fe80::1%eth0'],
    ['an address with a zone that has a dot', '10.0.0.1', 'fe80::1%eth0.100', 'fe80::1%eth0.100'],
  ])('P3 for $0 is $3', async (_case, peer, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect((await callerFrom(peer, headers)).address).toBe(expected);
  });

  it('P3 is not read from forwarding headers if no proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.2', forwarded: 'for=192.0.2.3' };
    expect((await callerFrom('203.0.113.7', headers, [])).address).toBe('203.0.113.7');
  });

  it('P3 has one key for each IPv6 /64 behind a proxy', async () => {
    for (const [address, addressKey] of [
      ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
      ['2001:db8:1:2:dead::1', '2001:db8:1:2::/64'],
      ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ] as const)
      expect(await callerFrom('10.0.0.1', { 'x-forwarded-for': address })).toEqual({ address, addressKey });
  });
});

describe('the user agent of a caller', () => {
  it.each([
    ['Mozilla/5.0 (X11)', 'Mozilla/5.0 (X11)'],
    ['a\tb\u009fc\u0080d', 'abcd'],
    ['x'.repeat(301), 'x'.repeat(300)],
    [undefined, ''],
  ])('is stored for %j as %j', async (header, kept) => {
    const app = fastify();
    app.get('/', (request) => {
      if (header === undefined) delete request.headers['user-agent'];
      else request.headers['user-agent'] = header;
      request.headers['accept-language'] = 'en';
      return callerOf(request);
    });
    const { userAgent, locale, requestId } = (await app.inject('/')).json();
    await app.close();
    expect([userAgent, locale, requestId]).toEqual([kept, 'en', expect.stringMatching(/^req-/u)]);
  });
});

describe('the locale of a request', () => {
  it.each([
    [undefined, 'vi'],
    ['', 'vi'],
    ['fr', 'vi'],
    ['en-GB', 'en'],
    ['fr, EN;q=0.8, vi;q=0.9', 'en'],
    ['vi-VN, en', 'vi'],
    ['fr,  en', 'en'],
    ['VI, en', 'vi'],
    ['xvi, xen', 'vi'],
    ['xvi, en', 'en'],
    [`${'x,'.repeat(99)}en`, 'en'],
    [`${'x,'.repeat(99)} en`, 'vi'],
  ])('for the header %j is %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });
});
