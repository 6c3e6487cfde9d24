import { permissionOrders } from '@vid/contract/permission-orders';
import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { releasedPhone } from '#account/phone-lease.ts';
import { fewRows } from '#database/filtered-rows.ts';
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
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string;
  readonly status: string;
  readonly createdBy: string | null;
  readonly createdAt: string;
};

/** By code, against the order of their names. The last one is not a role of the application. */
const roles = { a: 'Đọc', b: 'Dựng phim', c: 'Biên tập', z: null } as const;

/** People with ties and missing values in every column. */
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
      name,
      email,
      phone: isReleased ? null : account.phone,
      role: ['a', 'b', 'a', 'c', 'z'][index % 5] ?? 'a',
      status: index % 4 === 0 ? 'locked' : 'active',
      createdBy: manager?.id ?? null,
      // Times of one millisecond, which the driver would not tell apart.
      createdAt: `2026-03-0${1 + (index % 2)} 02:00:00.00000${index % 3}+00`,
    };
    await sql`
      insert into permissions (id, application_id, account_id, role, status, created_by, created_at)
      values (${person.id}, ${app.id}, ${account.id}, ${person.role}, ${person.status}, ${person.createdBy},
        ${person.createdAt}::text::timestamptz)`;
    await sql`
      update accounts set name = ${name}, email = ${email},
        phone = ${isReleased ? releasedPhone(account.id) : account.phone}
      where id = ${account.id}`;
    made.push(person);
  }
  // An enterprise is listed by its own name.
  const enterprise = made.find(({ name }) => name === 'Anh');
  if (!enterprise) throw new Error('no account to make an enterprise of');
  await sql`
    with account as (
      update accounts a set kind = 'enterprise' from permissions p where p.id = ${enterprise.id} and a.id = p.account_id
      returning a.id)
    insert into enterprises (account_id, name) select id, 'Êm Land' from account`;
  made[made.indexOf(enterprise)] = { ...enterprise, name: 'Êm Land' };
  return { appId: app.id, people: made };
}

const vietnamese = new Intl.Collator('vi', { sensitivity: 'accent' });
const byText = (a: string | null, b: string | null): number => vietnamese.compare(a ?? '', b ?? '');
const byCode = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : a === b ? 0 : 1);
const byId = (a: Person, b: Person): number => byCode(a.id, b.id);
const byAge = (a: Person, b: Person): number => byCode(a.createdAt, b.createdAt) || byId(a, b);
const managerOf = ({ createdBy }: Person): string | null =>
  createdBy === null ? null : createdBy === people[0]?.createdBy ? 'Đỗ' : 'Dương';
const roleOf = ({ role }: Person): string =>
  Object.entries(roles).find(([code]) => code === role)?.[1] ?? role;

type Comparison = (a: Person, b: Person) => number;
const texts: Readonly<Record<string, Comparison>> = {
  newest: byAge,
  oldest: byAge,
  name: (a, b) => byText(a.name, b.name) || byId(a, b),
  email: (a, b) => byCode(a.email?.toLowerCase() ?? null, b.email?.toLowerCase() ?? null) || byId(a, b),
  phone: (a, b) => byCode(a.phone, b.phone) || byId(a, b),
};
const groups: Readonly<Record<string, Comparison>> = {
  role: (a, b) => byText(roleOf(a), roleOf(b)),
  status: (a, b) => byCode(a.status, b.status),
  'created-by': (a, b) => byText(managerOf(a), managerOf(b)),
};

/** The list as JavaScript sorts it. */
function sorted(order: PermissionOrder, chosen: readonly Person[]): string[] {
  const column = order.replace(/-desc$/u, '');
  const sign = order.endsWith('-desc') || order === 'newest' ? -1 : 1;
  const text = texts[column];
  const group = groups[column];
  const compare: Comparison = text
    ? (a, b) => sign * text(a, b)
    : (a, b) => sign * (group?.(a, b) ?? 0) || byAge(b, a);
  return chosen.toSorted(compare).map(({ id }) => id);
}

type Page = { readonly items: readonly { readonly id: string }[]; readonly next: string | null };

/** The list as the server pages through it. */
async function paged(query: {
  sort: PermissionOrder;
  status?: 'active';
  createdBy?: string;
}): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await server.deps.permissionList.search(appId, {
      ...query,
      limit: 2,
      ...(after !== null && { after }),
    });
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return found;
}

it.each(permissionOrders)(
  'pages through ties and missing values without losing or repeating: %s',
  async (sort) => {
    expect(await paged({ sort })).toEqual(sorted(sort, people));
  },
);

it.each(permissionOrders)('pages through the people who match a filter: %s', async (sort) => {
  const active = people.filter(({ status }) => status === 'active');
  expect(await paged({ sort, status: 'active' })).toEqual(sorted(sort, active));
});

it.each(permissionOrders)(
  'pages through more people of a filter than are read one by one: %s',
  async (sort) => {
    const repo = createPermissionsRepo(server.deps.sql);
    const found: string[] = [];
    let after: SortKey | undefined;
    for (;;) {
      const page = { after, limit: 1, people: fewRows + 1 };
      const [row] = await repo.list(appId, { status: 'active' }, sort, page);
      if (!row) break;
      found.push(row.id);
      after = row.sortKey;
    }
    const active = people.filter(({ status }) => status === 'active');
    expect(found).toEqual(sorted(sort, active));
  },
);

it.each(permissionOrders)('pages through the people whom no account added: %s', async (sort) => {
  const added = people.filter(({ createdBy }) => createdBy === null);
  expect(await paged({ sort, createdBy: 'none' })).toEqual(sorted(sort, added));
});

it.each(['newest', 'oldest'] as const)(
  'reads people whom no account added from the index by creator, without a sort: %s',
  async (order) => {
    const plan = await server.deps.sql.begin(async (tx) => {
      await tx`set local enable_sort = off`;
      await tx`set local enable_seqscan = off`;
      const rows = tx`(select * from permissions p where p.application_id = ${appId} and p.created_by is null)`;
      const added = { appId, rows, count: null, hasNoCreator: true };
      const page = sortPeople(tx, added, order, { after: undefined, limit: 2 });
      return tx<Record<string, string>[]>`explain (costs off) ${page.rows}`;
    });
    const lines = plan.flatMap((row) => Object.values(row)).join('\n');
    expect(lines).toMatch(/Scan .*using permissions_by_creator_idx.*\n.*created_by IS NULL/u);
    expect(lines).not.toContain('Sort');
  },
);

it('sorts the letters and tones of Vietnamese as its collation does', async () => {
  const letters = ['a', 'ă', 'â', 'b', 'd', 'đ', 'e', 'ê', 'i', 'o', 'ô', 'ơ', 'u', 'ư', 'y'];
  const tones = ['', '\u0300', '\u0309', '\u0303', '\u0301', '\u0323'];
  const syllables = letters.flatMap((letter) =>
    (/[bdđ]/u.test(letter) ? [''] : tones).flatMap((tone) =>
      ['', 'n', ' b'].map((end) => `L${letter}${tone}${end}`.normalize('NFC')),
    ),
  );
  const rows = await server.deps.sql<{ text: string }[]>`
    select text from unnest(${syllables}::text[]) text order by sort_text(text) collate "C"`;
  expect(rows.map(({ text }) => text)).toEqual(syllables.toSorted(vietnamese.compare));
});
