import { permissionOrders } from '@vid/contract/permission-filters';
import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { indexAccounts } from '#account/search/index-accounts.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { SortKey } from '#database/page.ts';
import { type PermissionOrder, sortPeople } from './permission-orders.ts';
import { createPermissionsRepo } from './permissions.repo.ts';

let server: TestServer;
let appId: string;
let people: readonly Person[];
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  ({ appId, people } = await seedPeople());
});
afterAll(() => server.close());

type Person = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string | null;
  readonly role: string;
  readonly status: string;
  readonly createdBy: string | null;
  readonly createdAt: string;
};

/** Roles whose codes and names sort differently. The role `z` does not exist in the application. */
const roles = { a: 'Đọc', b: 'Dựng phim', c: 'Biên tập', z: null } as const;

async function seedPeople() {
  const { sql } = server.deps;
  const owner = await createAccount(server, { name: 'Đỗ Quản Lý' });
  const managers = [owner, await createAccount(server, { name: 'Dương Quản Lý' }), null];
  const app = await createApplication(server, { ownerId: owner.id, access: 'restricted' });
  for (const [code, name] of Object.entries(roles))
    if (name !== null)
      await sql`insert into application_roles (application_id, code, name) values (${app.id}, ${code}, ${name})`;
  const names = [
    'Đặng Ân',
    'Dương An',
    null,
    'Hòa',
    'Hoa',
    'Đặng Ân',
    'Họa',
    null,
    'Ân',
    'Ăn',
    'Anh',
    'hoa',
    'Hoà',
  ];
  const made: Person[] = [];
  for (const [index, name] of names.entries()) {
    const account = await createAccount(server, name === null ? {} : { name });
    const isReleased = index % 4 === 1;
    const email = index % 3 === 0 ? null : `${index % 2 ? 'Z' : 'a'}${index}@example.vn`;
    const manager = managers[index % 3];
    const person: Person = {
      id: `app_order${String(index).padStart(2, '0')}`,
      accountId: account.id,
      name,
      role: ['a', 'b', 'a', 'c', 'z'][index % 5] ?? 'a',
      status: index % 4 === 0 ? 'locked' : 'active',
      createdBy: manager?.id ?? null,
      // The times differ by microseconds, which a `Date` cannot represent.
      createdAt: `2026-03-0${1 + (index % 2)} 02:00:00.00000${index % 3}+00`,
    };
    await sql`
      insert into permissions (id, application_id, account_id, role, status, created_by, created_at)
      values (${person.id}, ${app.id}, ${account.id}, ${person.role}, ${person.status}, ${person.createdBy},
        ${person.createdAt}::text::timestamptz)`;
    await sql`
      update accounts set name = ${name}, email = ${email},
        phone = ${isReleased ? null : account.phone}
      where id = ${account.id}`;
    made.push(person);
  }
  // An enterprise account is listed by the name of the enterprise.
  const enterprise = made.find(({ name }) => name === 'Anh');
  if (!enterprise) throw new Error('no account to make an enterprise of');
  await sql`
    with account as (
      update accounts a set kind = 'enterprise' from permissions p where p.id = ${enterprise.id} and a.id = p.account_id
      returning a.id)
    insert into enterprises (account_id, name) select id, 'Êm Land' from account`;
  await indexAccounts(
    sql,
    made.map(({ accountId }) => accountId),
  );
  made[made.indexOf(enterprise)] = { ...enterprise, name: 'Êm Land' };
  return { appId: app.id, people: made };
}

const vietnamese = new Intl.Collator('vi');
const byName = (a: Person, b: Person): number => vietnamese.compare(a.name ?? '', b.name ?? '');
const byCode = (a: string, b: string): number => (a < b ? -1 : a === b ? 0 : 1);
const byAge = (a: Person, b: Person): number => byCode(a.createdAt, b.createdAt) || byCode(a.id, b.id);

type Comparison = (a: Person, b: Person) => number;
const comparisons: Readonly<Record<string, Comparison>> = {
  newest: byAge,
  oldest: byAge,
  name: (a, b) => byName(a, b) || byCode(a.accountId, b.accountId),
  role: (a, b) => byCode(a.role, b.role) || byAge(a, b),
};

function sorted(order: PermissionOrder, chosen: readonly Person[]): string[] {
  const compare = comparisons[order.replace(/-desc$/u, '')] ?? byAge;
  const sign = order.endsWith('-desc') || order === 'newest' ? -1 : 1;
  return chosen.toSorted((a, b) => sign * compare(a, b)).map(({ id }) => id);
}

type Page = { readonly items: readonly { readonly id: string }[]; readonly next: string | null };

async function paged(query: {
  sort: PermissionOrder;
  status?: 'active';
  createdBy?: string;
}): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await server.deps.modules.applications.permissionList.search(appId, {
      ...query,
      limit: 2,
      ...(after !== null && { after }),
    });
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return found;
}

it.each(permissionOrders)('the pages of people in the order %s list everyone once', async (sort) => {
  expect(await paged({ sort })).toEqual(sorted(sort, people));
});

it.each(permissionOrders)('the pages of active people are complete in the order %s', async (sort) => {
  const active = people.filter(({ status }) => status === 'active');
  expect(await paged({ sort, status: 'active' })).toEqual(sorted(sort, active));
});

it.each(permissionOrders)(
  'a filtered list of people above the count limit is complete (%s)',
  async (sort) => {
    const repo = createPermissionsRepo(server.deps.sql);
    const found: string[] = [];
    let after: SortKey | undefined;
    for (;;) {
      const page = { after, limit: 1, people: null };
      const [row] = await repo.list(appId, { status: 'active' }, sort, page);
      if (!row) break;
      found.push(row.id);
      after = row.sortKey;
    }
    const active = people.filter(({ status }) => status === 'active');
    expect(found).toEqual(sorted(sort, active));
  },
);

it.each(permissionOrders)('people without a creator are all listed in the order %s', async (sort) => {
  const added = people.filter(({ createdBy }) => createdBy === null);
  expect(await paged({ sort, createdBy: 'none' })).toEqual(sorted(sort, added));
});

it.each(['newest', 'oldest'] as const)(
  'the order %s of people without a creator needs no sort',
  async (order) => {
    const plan = await server.deps.sql.begin(async (tx) => {
      await tx`set local enable_sort = off`;
      await tx`set local enable_seqscan = off`;
      const rows = tx`(select * from permissions p where p.application_id = ${appId} and p.created_by is null)`;
      const added = { rows, count: null, isFiltered: true, hasNoCreator: true };
      const page = sortPeople(tx, added, order, { after: undefined, limit: 2 });
      return tx<Record<string, string>[]>`explain (costs off) ${page.rows}`;
    });
    const lines = plan.flatMap((row) => Object.values(row)).join('\n');
    expect(lines).toMatch(/Scan .*using permissions_by_creator_idx.*\n.*created_by IS NULL/u);
    expect(lines).not.toContain('Sort');
  },
);
