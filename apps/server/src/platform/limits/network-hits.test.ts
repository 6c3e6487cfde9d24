import { expect, it } from 'vitest';
import { networkHits } from './network-hits.ts';

const limit = { limit: 15, windowSeconds: 3_600 };

it('X3 a network limit is four times as high for an IPv6 /48', () => {
  expect(networkHits('otp-address', '2001:db8:7:1::/64', limit)).toEqual([
    { key: 'otp-address:2001:db8:7:1::/64', ...limit },
    { key: 'otp-address:2001:db8:7::/48', limit: 60, windowSeconds: 3_600 },
  ]);
  expect(networkHits('otp-address', '203.0.113.7', limit)).toEqual([
    { key: 'otp-address:203.0.113.7', ...limit },
  ]);
});
