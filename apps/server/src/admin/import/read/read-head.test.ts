import { describe, expect, it, vi } from 'vitest';
import { makeXlsx } from '../testing/xlsx.ts';
import { createHeadReader } from './read-head.ts';
import { headLimits } from '../read-limits.ts';

const file = (rows: number) =>
  makeXlsx([
    ['phone', 'name'],
    ...Array.from({ length: rows }, (_, n) => [`09${n}`, `Lê An ${n} ${'x'.repeat(200)}`]),
  ]);
const loadOf = (content: Buffer) => () => Promise.resolve({ type: 'xlsx' as const, content });

describe('reading the first rows of a file', () => {
  it('returns at most 200 rows', async () => {
    const result = await createHeadReader().read(loadOf(file(500)));
    const head = 'head' in result ? result.head : [];
    expect([head.length, head[1]?.cells[0], head.at(-1)?.number]).toEqual([200, '090', 200]);
  });

  it('ends after a million characters', async () => {
    const row = Array.from({ length: 500 }, () => 'x'.repeat(500)).join(',');
    const content = Buffer.from(`${row}\n`.repeat(9));
    const result = await createHeadReader().read(() => Promise.resolve({ type: 'csv', content }));
    // Each row has 250,000 characters.
    expect('head' in result && result.head.length).toBe(5);
  });

  it('works while the process runs under a watcher', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    const result = await createHeadReader().read(loadOf(file(1)));
    vi.unstubAllEnvs();
    expect(result).toMatchObject({ head: [{ number: 1 }, { number: 2 }] });
  });

  it('reports the problem if the file cannot be read', async () => {
    const broken = { type: 'csv' as const, content: Buffer.from([0xc3, 0x28]) };
    expect(await createHeadReader().read(() => Promise.resolve(broken))).toEqual({ problem: 'fileEncoding' });
  });

  it('stops when the file takes too long', async () => {
    const reader = createHeadReader({ ...headLimits, milliseconds: 1 });
    expect(await reader.read(loadOf(file(2_000)))).toEqual({ problem: 'fileTime' });
  });

  it('fails with the original error if the fault is not in the file', async () => {
    const reader = createHeadReader({ ...headLimits, milliseconds: -1 });
    await expect(reader.read(loadOf(file(1)))).rejects.toMatchObject({ code: 'ERR_OUT_OF_RANGE' });
  });

  it('stops when the file needs too much memory', async () => {
    const reader = createHeadReader({ ...headLimits, megabytes: 8 });
    expect(await reader.read(loadOf(file(20_000)))).toEqual({ problem: 'fileTooLarge' });
    expect(await createHeadReader().read(loadOf(file(1)))).toMatchObject({
      head: [{ number: 1 }, { number: 2 }],
    });
  });

  it('is limited to one file at a time', async () => {
    const reader = createHeadReader({ ...headLimits, waiting: 1 });
    const start = Promise.withResolvers<void>();
    let [loading, most] = [0, 0];
    const load = async () => {
      loading += 1;
      most = Math.max(most, loading);
      await start.promise;
      loading -= 1;
      return { type: 'xlsx' as const, content: file(1) };
    };
    const accepted = [reader.read(load), reader.read(load)];
    await expect(reader.read(load)).rejects.toMatchObject({ code: 'BUSY' });
    start.resolve();
    expect(await Promise.all(accepted)).toHaveLength(2);
    expect(most).toBe(1);
  });
});
