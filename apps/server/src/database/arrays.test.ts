import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it } from 'vitest';

it('sends arrays as parameters without asking for their types', async () => {
  const server = await startTestServer(inject('cluster'));
  const texts = ['plain', 'with "quotes"', 'back\\slash', 'comma,brace}', ''];
  const rows = await server.deps.sql<{ t: string; n: number }[]>`
    select t.t, t.n from unnest(${texts}::text[], ${[1, 2, 3, 4, 5]}::int[]) as t (t, n)`;
  expect(rows.map((row) => row.t)).toEqual(texts);
  expect(rows.map((row) => row.n)).toEqual([1, 2, 3, 4, 5]);
  await server.close();
});
