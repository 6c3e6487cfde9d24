import { expect, it } from 'vitest';
import { createDnsResolver } from './dns.ts';

/** Returns what `Resolver` reads when it is created: the addresses that the current name server knows. */
const serverWith = (addresses: readonly string[]) => ({
  resolve4: () => Promise.resolve([...addresses]),
  resolve6: () => Promise.reject(new Error('no such record')),
});

it('a resolver asks the name servers that the system has now, not those of its first look-up', async () => {
  let addresses = ['192.0.2.1'];
  const resolve = createDnsResolver(() => serverWith(addresses));
  expect(await resolve('shop.example.vn')).toEqual(['192.0.2.1']);
  addresses = ['192.0.2.2'];
  expect(await resolve('shop.example.vn')).toEqual(['192.0.2.2']);
});
