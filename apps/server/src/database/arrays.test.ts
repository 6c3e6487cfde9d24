import { startTestServer } from '@vid/testkit/server';
import { expect, inject, it } from 'vitest';
import { arrayTypes } from './connection.ts';

it('sends arrays as parameters without querying their types', async () => {
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
  const bytes = texts.map((text) => (text === null ? null : Buffer.from(text)));
  const { sql } = server.deps;
  // postgres.js infers an array's type from its first element, and infers it wrongly for buffers.
  const rows = await sql<{ t: string | null; n: number | null; b: Buffer | null }[]>`
    select t.t, t.n, t.b from unnest(${texts}::text[], ${numbers}::int[], ${sql.typed(bytes, arrayTypes.byteaArray.to)}::bytea[]) as t (t, n, b)`;
  expect(rows.map((row) => row.t)).toEqual(texts);
  expect(rows.map((row) => row.n)).toEqual(numbers);
  expect(rows.map((row) => row.b)).toEqual(bytes);
  await server.close();
});
