import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { renderTables } from './render-tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('generates tables.ts from the migrated database', async () => {
  await expect(await renderTables(server.deps.sql)).toMatchFileSnapshot('./tables.ts');
});
