import { readFile } from 'node:fs/promises';
import { openTestPool } from '@vid/testkit/database/database';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let pool: Awaited<ReturnType<typeof openTestPool>>;
beforeAll(async () => {
  pool = await openTestPool(inject('cluster'));
});
afterAll(() => pool.close());

it('the README lists every trigger of the schema, and no other', async () => {
  const rows = await pool.sql<{ name: string }[]>`
    select distinct tgname as name from pg_trigger where not tgisinternal order by name`;
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const section = /## Triggers\n(.*?)\n## /su.exec(readme)?.[1] ?? '';
  const tables = /(?<=\| )`(?:audit_events|audit_seals|app_params_history|legal_versions)`(?= )/gu;
  const named = section.replaceAll(tables, '').matchAll(/`(\w+)`/gu);
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(rows.map(({ name }) => name)));
});
