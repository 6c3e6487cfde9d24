import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { renderSchema } from './render-schema.ts';
import { renderTables } from './render-tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('generates tables.ts from the migrated database', async () => {
  await expect(await renderTables(server.deps.sql)).toMatchFileSnapshot('./tables.ts');
});

it('generates docs/generated/schema.md from the migrated database', async () => {
  await expect(await renderSchema(server.deps.sql)).toMatchFileSnapshot(
    '../../../../docs/generated/schema.md',
  );
});
