import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { lowerHashThreads } from './hash-threads.ts';

async function priorities(): Promise<Map<string, Set<number>>> {
  const found = new Map<string, Set<number>>();
  for (const thread of await readdir('/proc/self/task')) {
    const name = (await readFile(`/proc/self/task/${thread}/comm`, 'utf8')).trim();
    found.set(name, (found.get(name) ?? new Set()).add(getPriority(Number(thread))));
  }
  return found;
}

describe.runIf(process.platform === 'linux')('the threads of hashes', () => {
  it('give way to every other thread of the process', async () => {
    const own = getPriority();
    await lowerHashThreads();
    const after = await priorities();
    expect([...(after.get('libuv-worker') ?? [])]).toEqual([10]);
    after.delete('libuv-worker');
    expect([...new Set([...after.values()].flatMap((values) => [...values]))]).toEqual([own]);
  });
});
