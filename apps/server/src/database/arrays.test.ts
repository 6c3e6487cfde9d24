import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it } from 'vitest';

it('arrays of texts and numbers reach PostgreSQL unchanged as parameters', async () => {
  const server = await startTestServer(inject('cluster'));
  const texts = [
    'plain',
    'with "quotes"',
    'back\\slash',
    'comma,brace}',
    '',
    'NULL',
    null,
    '{"a": "\\n"}',
    'tab\tline\n"and" \\ \u0001',
    'Nguyễn Thị Ánh 🏠',
  ];
  const numbers = texts.map((_, index) => (index === 1 ? null : index));
  const { sql } = server.deps;
  const rows = await sql<{ t: string | null; n: number | null }[]>`
    select t.t, t.n from unnest(${texts}::text[], ${numbers}::int[]) as t (t, n)`;
  expect(rows.map((row) => row.t)).toEqual(texts);
  expect(rows.map((row) => row.n)).toEqual(numbers);
  await server.close();
});
