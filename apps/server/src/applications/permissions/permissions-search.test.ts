import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { SortKey } from '#database/page.ts';
import { createPermissionsRepo } from './permissions.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

// If at most `maxCount` people match the filters, a search reads these people first; otherwise it reads the
// matching texts first.
it.each([10_000, 0])('a search that counts at most %d people lists each match once', async (maxCount) => {
  const { sql } = server.deps;
  const { id: ownerId } = await createAccount(server);
  const { id: appId } = await createApplication(server, { ownerId, access: 'restricted' });
  await sql`
    insert into application_roles (application_id, code, name)
    select ${appId}, code, code from unnest('{reader,editor}'::text[]) code`;
  const people = [
    { name: 'Hoa Hoa Lan', role: 'reader', status: 'active' },
    { name: 'Lê Hoa', role: 'reader', status: 'active' },
    { name: 'Hoa Mai', role: 'editor', status: 'active' },
    { name: 'Hoa Nam', role: 'reader', status: 'locked' },
    { name: 'Hoa Vân', role: 'reader', status: 'active' },
  ];
  for (const [index, { name, role, status }] of people.entries()) {
    const { id } = await createAccount(server, { name });
    await sql`
      insert into permissions (id, application_id, account_id, role, status, created_by)
      values (${`app_${maxCount}_${index}`}, ${appId}, ${id}, ${role}, ${status}, ${ownerId})`;
  }
  const repo = createPermissionsRepo(sql, maxCount);
  const found: (string | null)[] = [];
  let after: SortKey | undefined;
  for (;;) {
    const filters = { role: 'reader', status: 'active' } as const;
    const [row] = await repo.search(appId, 'hoa', filters, { after, limit: 1 });
    if (!row) break;
    found.push(row.name);
    after = row.sortKey;
  }
  expect(found).toEqual(['Lê Hoa', 'Hoa Hoa Lan', 'Hoa Vân']);
});
