import { describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce.ts';

describe('coalesce', () => {
  it('gathers what is asked together, and what comes while a round runs', async () => {
    const rounds: number[][] = [];
    const finish: (() => void)[] = [];
    const double = coalesce(async (items: readonly number[]) => {
      rounds.push([...items]);
      await new Promise<void>((resolve) => finish.push(resolve));
      return items.map((item) => item * 2);
    });
    const first = Promise.all([1, 2].map(double));
    await vi.waitFor(() => expect(rounds).toEqual([[1, 2]]));
    const second = Promise.all([3, 4].map(double));
    finish.shift()?.();
    await expect(first).resolves.toEqual([2, 4]);
    await vi.waitFor(() =>
      expect(rounds).toEqual([
        [1, 2],
        [3, 4],
      ]),
    );
    finish.shift()?.();
    await expect(second).resolves.toEqual([6, 8]);
  });

  it('runs as many rounds at once as it is allowed', async () => {
    const rounds: number[][] = [];
    const finish: (() => void)[] = [];
    const call = coalesce(
      async (items: readonly number[]) => {
        rounds.push([...items]);
        await new Promise<void>((resolve) => finish.push(resolve));
        return items;
      },
      { rounds: 2 },
    );
    const all = [call(1)];
    await vi.waitFor(() => expect(rounds).toEqual([[1]]));
    all.push(call(2));
    await vi.waitFor(() => expect(rounds).toEqual([[1], [2]]));
    all.push(call(3), call(4));
    finish.shift()?.();
    await vi.waitFor(() => expect(rounds).toEqual([[1], [2], [3, 4]]));
    for (const end of finish) end();
    await expect(Promise.all(all)).resolves.toEqual([1, 2, 3, 4]);
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

  it('tries each of a round by itself where one may be to blame', async () => {
    const rounds: string[][] = [];
    const call = coalesce(
      (items: readonly string[]) => {
        rounds.push([...items]);
        return items.includes('bad') ? Promise.reject(new Error('bad')) : Promise.resolve(items);
      },
      { isolates: (error) => error instanceof Error && error.message === 'bad' },
    );
    const results = await Promise.allSettled(['a', 'bad', 'b'].map(call));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(rounds).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('takes no more than so many items at once', async () => {
    const rounds: number[] = [];
    const call = coalesce(
      (items: readonly number[]) => {
        rounds.push(items.length);
        return Promise.resolve(items);
      },
      { most: 3 },
    );
    const items = [1, 2, 3, 4, 5, 6, 7];
    await expect(Promise.all(items.map(call))).resolves.toEqual(items);
    expect(rounds).toEqual([3, 3, 1]);
  });

  it('does not leave a call without an answer', async () => {
    const call = coalesce((items: readonly string[]) => Promise.resolve(items.slice(1)));
    await expect(call('a')).rejects.toThrow('no answer');
  });
});
