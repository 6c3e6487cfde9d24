import { describe, expect, it } from 'vitest';
import { batchReads } from './batch.ts';

type Row = { readonly name: string; readonly tags: string[] };

function createReads(fails: () => boolean = () => false) {
  const statements: (readonly string[])[] = [];
  const read = batchReads<string, Row>({
    async readAll(names) {
      statements.push(names);
      if (fails()) throw new Error('failed');
      return [...new Set(names)]
        .filter((name) => name !== 'missing')
        .toReversed()
        .map((name) => ({ name, tags: [name] }));
    },
    nameOf: (name) => name,
    nameOfRow: ({ name }) => name,
  });
  return { read, statements };
}

describe('batched reads', () => {
  it('return each caller’s own row with one statement', async () => {
    const { read, statements } = createReads();
    const rows = await Promise.all(['a', 'missing', 'b', 'a'].map((name) => read(name)));
    expect(rows.map((row) => row?.name)).toEqual(['a', undefined, 'b', 'a']);
    expect(statements).toHaveLength(1);
  });

  it('share no objects between callers', async () => {
    const { read } = createReads();
    const [one, two] = await Promise.all([read('a'), read('a')]);
    one?.tags.push('changed');
    expect(two?.tags).toEqual(['a']);
  });

  it('query the database again on the next call', async () => {
    const { read, statements } = createReads();
    await read('a');
    await read('a');
    expect(statements).toHaveLength(2);
  });

  it('fail together for all callers, and work again on the next call', async () => {
    let isDown = true;
    const { read } = createReads(() => isDown);
    const results = await Promise.allSettled([read('a'), read('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isDown = false;
    expect(await read('a')).toMatchObject({ name: 'a' });
  });

  it('are split into several statements for many keys', async () => {
    const { read, statements } = createReads();
    await Promise.all(Array.from({ length: 150 }, (_, index) => read(`key-${index}`)));
    expect(statements.map((names) => names.length)).toEqual([100, 50]);
  });
});
