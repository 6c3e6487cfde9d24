import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

function heldWork() {
  const ends: ((isFailure?: boolean) => void)[] = [];
  const call = oneAtATime(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const number = ends.push((isFailure) => (isFailure ? reject(new Error('failed')) : resolve(number)));
    return promise;
  });
  return { call, ends };
}

it('calls that arrive during a run share one further run', async () => {
  const { call, ends } = heldWork();
  const calls = [call(), call(), call()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await calls[0]).toBe(1);
  await expect.poll(() => ends.length).toBe(2);
  calls.push(call());
  ends[1]?.();
  expect(await Promise.all(calls.slice(0, 3))).toEqual([1, 2, 2]);
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await calls[3]).toBe(3);
});

it('the next run starts even if a run fails', async () => {
  const { call, ends } = heldWork();
  const [first, second] = [call(), call()];
  ends[0]?.(true);
  await expect(first).rejects.toThrow('failed');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  expect(await second).toBe(2);
});
