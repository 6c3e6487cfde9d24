import { createAccount } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { searchText } from '#account/search/account-search.ts';
import { indexAccounts } from '#account/search/index-accounts.ts';
import type { Queryable } from '#database/connection.ts';
import type { SortKey } from '#database/page.ts';
import { createAccountsRepo } from './accounts.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

// If at most `maxCount` accounts match the filters, a search reads these accounts first; otherwise it reads
// the matching texts first.
it.each([10_000, 0])(
  'a filtered account search lists each match once (at most %d counted)',
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
  'a search for %s finds the account by its phone’s last digits',
  async (typed) => {
    const repo = createAccountsRepo(server.deps.sql, server.deps.reads);
    const phone = '+84912345678';
    await server.deps.sql`delete from accounts where phone = ${phone}`;
    const { id } = await createAccount(server, { phone });
    const found = await repo.search(searchText(typed), {}, { after: undefined, limit: 10 });
    expect(found.map((row) => row.id)).toEqual([id]);
  },
);

type Changed = { readonly id: string; readonly phone: string };
const returned = { opens: false, wakes: false, keepsFormer: false, keepsDoubt: false, castsDoubt: false };

it.each<[string, (tx: Queryable, account: Changed) => Promise<unknown>]>([
  ['a change of the name', (tx, { id }) => server.deps.accounts.update(tx, id, { name: 'Trần Sửa Đổi' })],
  [
    'a change of the e-mail address',
    (tx, { id }) => server.deps.accounts.update(tx, id, { email: 'sua@example.vn' }),
  ],
  ['the removal of the e-mail address', (tx, { id }) => server.deps.accounts.removeEmail(tx, id)],
  [
    'a change of the phone',
    (tx, { id }) =>
      server.deps.accounts.changePhone(tx, { accountId: id, phone: freshPhone(), holdSeconds: 0 }),
  ],
  [
    'the loss of the phone to another account',
    (tx, { phone }) => server.deps.accounts.takePhone(tx, phone, new Date(0)),
  ],
  [
    'the return of a former phone',
    (tx, { id, phone }) =>
      server.deps.accounts.giveBack(tx, { id, phone }, { ...returned, phone: freshPhone(), holdSeconds: 0 }),
  ],
  [
    'a change of the enterprise’s names',
    (tx, { id }) => server.deps.accounts.updateEnterprise(tx, id, { name: 'Công ty Sửa', shortName: 'CTS' }),
  ],
])('the search index of an account is current right after %s', async (_name, change) => {
  const { sql } = server.deps;
  const account = await createAccount(server, { kind: 'enterprise', name: 'Trần Trước' });
  await sql`update accounts set email = 'truoc@example.vn' where id = ${account.id}`;
  await indexAccounts(sql, [account.id]);
  const indexed = () => sql<{ key: string }[]>`
    select key from account_search where account_id = ${account.id} order by key`;
  const before = [...(await indexed())];
  await sql.begin((tx) => change(tx, account));
  const after = [...(await indexed())];
  expect(after).not.toEqual(before);
  await sql`delete from account_search where account_id = ${account.id}`;
  await indexAccounts(sql, [account.id]);
  expect([...(await indexed())]).toEqual(after);
});
