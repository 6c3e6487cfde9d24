import { describe, expect, it } from 'vitest';
import { completeUntil } from './replica.policy.ts';

const positions = [
  { at: 1_000, position: 500n },
  { at: 2_000, position: 700n },
  { at: 3_000, position: 700n },
  { at: 4_000, position: 900n },
];

describe('the time up to which a standby has every commit', () => {
  it('is unknown while the standby has replayed none of the positions', () => {
    expect(completeUntil(positions, 499n)).toBeUndefined();
  });

  it('is the time of the newest position that the standby has replayed', () => {
    expect([500n, 699n, 899n, 900n].map((replayed) => completeUntil(positions, replayed))).toEqual([
      1_000, 1_000, 3_000, 4_000,
    ]);
  });
});
