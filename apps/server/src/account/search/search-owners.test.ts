import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { accountTexts, searchOwners } from './search-owners.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const names = ['Hoa Hoa Mai', 'Lê Hoa', 'Hoa Sen', 'Lan', 'Hoa Vân'];
let accounts: { id: string; name: string }[];
beforeAll(async () => {
  accounts = await Promise.all(
    names.map(async (name) => ({ name, id: (await createAccount(server, { name })).id })),
  );
});

it.each([
  ['few owners', 1],
  ['many owners', 5_000],
  ['owners that are not counted', null],
])('a search among %s finds each account once, by its first matching word', async (_owners, count) => {
  const { sql } = server.deps;
  const wanted = accounts.filter(({ name }) => name !== 'Hoa Sen').map(({ id }) => id);
  const ids = sql`select a.id from accounts a where a.id = any(${wanted})`;
  const rows = await sql<{ key: string; id: string }[]>`
    select key, id from (${searchOwners(sql, accountTexts(sql), 'hoa', { ids, count })}) s order by key, id`;
  const found = rows.map(({ key, id }) => [key, accounts.find((account) => account.id === id)?.name]);
  expect(found).toEqual([
    ['hoa', 'Lê Hoa'],
    ['hoa hoa mai', 'Hoa Hoa Mai'],
    ['hoa van', 'Hoa Vân'],
  ]);
});
