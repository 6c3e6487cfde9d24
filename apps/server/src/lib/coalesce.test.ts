import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

describe('coalesce', () => {
  it('runs a lone call at once and gathers what comes meanwhile', async () => {
    const rounds: number[][] = [];
    const double = coalesce(async (items: readonly number[]) => {
      rounds.push([...items]);
      await Promise.resolve();
      return items.map((item) => item * 2);
    });
    await expect(Promise.all([1, 2, 3].map(double))).resolves.toEqual([2, 4, 6]);
    await expect(double(4)).resolves.toBe(8);
    expect(rounds).toEqual([[1], [2, 3], [4]]);
  });

  it('fails every call of the round that failed, and goes on', async () => {
    let isBroken = true;
    const call = coalesce((items: readonly string[]) =>
      isBroken ? Promise.reject(new Error('away')) : Promise.resolve(items),
    );
    const results = await Promise.allSettled(['a', 'b'].map(call));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    await expect(call('c')).resolves.toBe('c');
  });

  it('does not leave a call without an answer', async () => {
    const call = coalesce((items: readonly string[]) => Promise.resolve(items.slice(1)));
    await expect(call('a')).rejects.toThrow('no answer');
  });
});
