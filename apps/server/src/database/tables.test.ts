import { glob, readFile } from 'node:fs/promises';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { renderSchema } from './testing/render-schema.ts';
import { renderTables } from './testing/render-tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('tables.ts is generated from the migrated database', async () => {
  const files = await Array.fromAsync(glob('../**/*.ts', { cwd: import.meta.dirname }));
  const sources = await Promise.all(
    files
      .filter((file) => !file.endsWith('database/tables.ts'))
      .map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  await expect(await renderTables(server.deps.sql, sources)).toMatchFileSnapshot('./tables.ts');
});

it('docs/generated/schema.md is generated from the migrated database', async () => {
  await expect(await renderSchema(server.deps.sql)).toMatchFileSnapshot(
    '../../../../docs/generated/schema.md',
  );
});
