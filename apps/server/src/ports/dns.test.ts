import { expect, it } from 'vitest';
import { createDnsResolver } from './dns.ts';

/** Stands in for `Resolver`, which reads the system's name servers when it is created. */
const serverWith = (addresses: readonly string[]) => ({
  resolve4: () => Promise.resolve([...addresses]),
  resolve6: () => Promise.reject(new Error('no such record')),
});

it('a resolver uses the system’s current name servers', async () => {
  let addresses = ['192.0.2.1'];
  const resolve = createDnsResolver(() => serverWith(addresses));
  expect(await resolve('shop.example.vn')).toEqual(['192.0.2.1']);
  addresses = ['192.0.2.2'];
  expect(await resolve('shop.example.vn')).toEqual(['192.0.2.2']);
});

it.each(['localhost', 'shop.localhost'])(
  'a resolver finds %s on this machine without a name server',
  async (host) => {
    const resolve = createDnsResolver(() => serverWith(['192.0.2.1']));
    expect(await resolve(host)).toEqual(['127.0.0.1', '::1']);
  },
);
