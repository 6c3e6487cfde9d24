import { expect, it, vi } from 'vitest';
import type { Counters } from './counters.ts';
import { createRequestLimit } from './sign-on-limit.ts';

const limits = { ssoAddressTenMinutes: 30, ssoClientTenMinutes: 70 };
const answer = (isOver: boolean) => [
  { key: 'k', points: 1, limit: 1, windowSeconds: 1, isOver, resetsInSeconds: 42 },
];

it('sign-on requests and proofs are limited per network, client and sender', async () => {
  const hitInOrder = vi.fn<Counters['hitInOrder']>(() => Promise.resolve(answer(false)));
  const limit = createRequestLimit({ hitInOrder }, limits);
  await limit.ofNetwork('192.0.2.1');
  await limit.ofClient('shop-web');
  await limit.ofProofs('client:192.0.2.1');
  await limit.ofNetwork('2001:db8:7:1::/64');
  expect(hitInOrder.mock.calls).toEqual([
    [[{ key: 'sso-requests:192.0.2.1', windowSeconds: 600, limit: 30 }]],
    [[{ key: 'sso-client:shop-web', windowSeconds: 600, limit: 70 }]],
    [[{ key: 'sso-proofs:client:192.0.2.1', windowSeconds: 600, limit: 70 }]],
    // The network is counted first, so that a network over its limit does not use up its site's limit.
    [
      [
        { key: 'sso-requests:2001:db8:7:1::/64', windowSeconds: 600, limit: 30 },
        { key: 'sso-requests:2001:db8:7::/48', windowSeconds: 600, limit: 120 },
      ],
    ],
  ]);
});

it.each([
  [true, 42],
  [false, 0],
])('the wait before a sign-on request (over its limit: %s) is %d seconds', async (isOver, wait) => {
  const limit = createRequestLimit({ hitInOrder: () => Promise.resolve(answer(isOver)) }, limits);
  expect(await limit.ofNetwork('192.0.2.1')).toBe(wait);
});
