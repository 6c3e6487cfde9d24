import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const takeEach = (queue: FairQueue<string>): string[] => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

describe('a fair queue', () => {
  it('lets its subjects take turns, and keeps the order of each subject', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item.slice(0, 1), item);
    expect(takeEach(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.isEmpty).toBe(true);
  });

  it('puts a subject last when it gets its first waiting item', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1', 'b2']) queue.add(item.slice(0, 1), item);
    expect(queue.take()).toBe('a1');
    queue.add('a', 'a2');
    expect(takeEach(queue)).toEqual(['b1', 'a2', 'b2']);
  });

  it('removes all items that match, and keeps the turns of the others', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'b1', 'c1', 'c2']) queue.add(item.slice(0, 1), item);
    expect(queue.size).toBe(5);
    expect(queue.takeAll((item) => item.endsWith('1'))).toEqual(['a1', 'b1', 'c1']);
    expect(queue.size).toBe(2);
    expect(takeEach(queue)).toEqual(['a2', 'c2']);
  });
});
