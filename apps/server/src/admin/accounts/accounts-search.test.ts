import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { searchText } from '#account/search/account-search.ts';
import type { SortKey } from '#database/page.ts';
import { createAccountsRepo } from './accounts.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

// If at most `maxCount` accounts match the filters, a search begins with them; otherwise it begins with the
// texts.
it.each([10_000, 0])(
  'a filtered search for accounts lists each match once over all pages, with the maximum count %d',
  async (maxCount) => {
    const { sql } = server.deps;
    const surname = maxCount === 0 ? 'Lan' : 'Hoa';
    for (const [first, province] of [
      [`${surname} ${surname} Mai`, '01'],
      [`Lê ${surname}`, '01'],
      [`${surname} Sen`, '79'],
      [`${surname} Vân`, '01'],
    ] as const) {
      const { id } = await createAccount(server, { name: first });
      await sql`update accounts set province = ${province} where id = ${id}`;
    }
    const repo = createAccountsRepo(sql, server.deps.reads, maxCount);
    const found: (string | null)[] = [];
    let after: SortKey | undefined;
    for (;;) {
      const [row] = await repo.search(surname.toLowerCase(), { province: '01' }, { after, limit: 1 });
      if (!row) break;
      found.push(row.name);
      after = [row.key, row.id];
    }
    expect(found).toEqual([`Lê ${surname}`, `${surname} ${surname} Mai`, `${surname} Vân`]);
  },
);

it.each(['345678', '345 678', '345.678'])(
  'a search finds an account by the last six digits of its phone, typed as %s',
  async (typed) => {
    const repo = createAccountsRepo(server.deps.sql, server.deps.reads);
    const phone = '+84912345678';
    await server.deps.sql`delete from accounts where phone = ${phone}`;
    const { id } = await createAccount(server, { phone });
    const found = await repo.search(searchText(typed), {}, { after: undefined, limit: 10 });
    expect(found.map((row) => row.id)).toEqual([id]);
  },
);
