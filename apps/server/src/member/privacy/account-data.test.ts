import { openTestPool } from '@vid/testkit/database/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { codePurges } from '#oidc/store/code-purges.ts';
import { tablePurges } from '#operations/purge/purge.ts';
import { accountTables, type AccountTable } from './account-data.ts';

let pool: Awaited<ReturnType<typeof openTestPool>>;
let columnsOf: Map<string, string[]>;

beforeAll(async () => {
  pool = await openTestPool(inject('cluster'));
  const columns = await pool.sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`;
  columnsOf = Map.groupBy(columns, ({ table }) => table)
    .entries()
    .reduce(
      (map, [table, rows]) =>
        map.set(
          table,
          rows.map(({ column }) => column),
        ),
      new Map(),
    );
});
afterAll(() => pool.close());

const tables = Object.entries(accountTables);
const erasedBy = (erasure: AccountTable['erasure']) =>
  tables.filter(([, table]) => table.erasure === erasure).map(([name]) => name);

describe('V5 every table with account data', () => {
  it('is classified if a column refers to the account or its phone', async () => {
    const references = new Set(['account_id', 'owner_id', 'requested_by', 'phone', 'phone_hash']);
    const byName = [...columnsOf].filter(([, columns]) => columns.some((column) => references.has(column)));
    const byKey = await pool.sql<{ table: string }[]>`
      select distinct conrelid::regclass::text as table from pg_constraint
      where contype = 'f' and confrelid = 'accounts'::regclass`;
    const found = new Set([
      ...byName.map(([table]) => table),
      ...byKey.map(({ table }) => table),
      'accounts',
    ]);
    expect(found.size).toBeGreaterThan(30);
    expect(tables.map(([name]) => name).toSorted()).toEqual([...found].toSorted());
    const mistaken = tables.filter(([name, { by }]) => columnsOf.get(name)?.includes(by) !== true);
    expect(mistaken).toEqual([]);
  });

  it('has each column in the copy, or lists it as omitted', () => {
    const exported = tables.flatMap(([name, table]) => ('omitted' in table ? [] : [{ name, ...table }]));
    expect(exported.length).toBeGreaterThan(10);
    const listed = exported.map(({ name, by, columns, leftOut = [] }) =>
      [name, ...new Set([by, ...columns]), ...leftOut].toSorted(),
    );
    expect(listed).toEqual(exported.map(({ name }) => [name, ...(columnsOf.get(name) ?? [])].toSorted()));
  });

  it('omits only ids, secrets, references and the listed internal states', () => {
    const isIdOrSecret = /^id$|_id$|_by$|hash|sealed|token/u;
    const others = tables.flatMap(([name, table]) => {
      const leftOut = 'omitted' in table ? [] : (table.leftOut ?? []);
      const states = leftOut.filter((column) => !isIdOrSecret.test(column));
      return states.length === 0 ? [] : [`${name}: ${states.join(' ')}`];
    });
    expect(others).toEqual([
      'accounts: must_change_password locked_by_owner owner_locked_at sensitive_hold_until phone_in_doubt disputed_at ' +
        'is_email_imported phone_since hidden_nav_ids agreed_legal sort_name',
      'enterprises: revision',
      'applications: is_first_party',
      'sessions: idle_seconds idle_expires_at legal_required',
      'known_devices: password_failures code_failures',
      'authenticator_apps: last_step',
      'passkeys: public_key counter',
      'broker_certificates: reminded_early_for reminded_late_for',
      'notice_links: channel_since reports_recovery_code undoes',
      'privacy_exports: attempts claimed_at',
      'deliveries: kind receiver data is_urgent attempts last_status turn_at next_attempt_at lease_until give_up_at ' +
        'expires_at',
      'audit_events: salt',
      'webhook_endpoints: former_until failing_since failures resume_at lease_until removed_at',
    ]);
  });

  it('contributes no secret and no sealed content to the copy', () => {
    const secrets = tables.flatMap(([name, table]) =>
      'omitted' in table
        ? []
        : table.columns
            .filter((column) => /hash|sealed|secret|token/u.test(column))
            .map((column) => `${name}.${column}`),
    );
    expect(secrets).toEqual(['consents.text_hash']);
  });

  it('is erased in the way it declares', async () => {
    const keys = await pool.sql<{ table: string; target: string; column: string; action: string }[]>`
      select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target, a.attname as column,
        k.confdeltype as action
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f'`;
    // Tables whose rows foreign keys delete together with the account, directly or through other tables.
    const cascading = new Set(['accounts']);
    for (let size = 0; size !== cascading.size;) {
      size = cascading.size;
      for (const { table, target, action } of keys)
        if (action === 'c' && cascading.has(target)) cascading.add(table);
    }
    expect(erasedBy('cascade').filter((name) => !cascading.has(name))).toEqual([]);
    const unlinked = keys.filter(({ target, action }) => target === 'accounts' && action === 'n');
    const columns = unlinked.map(({ table, column }) => `${table}.${column}`);
    for (const name of erasedBy('unlink')) expect(columns).toContain(`${name}.${accountTables[name]?.by}`);
    // No foreign key may block the deletion of an account.
    expect(keys.filter(({ target, action }) => target === 'accounts' && !'cn'.includes(action))).toEqual([]);
    const purged = new Set([...tablePurges(pool.sql), ...codePurges(pool.sql)].map(({ name }) => name));
    expect(erasedBy('expire').filter((name) => !purged.has(name))).toEqual([]);
    const deletedBy = new Set(erasedBy('delete').map((name) => accountTables[name]?.by));
    expect(deletedBy).toEqual(new Set(['phone', 'phone_hash', 'account_id']));
    expect(erasedBy('stub')).toEqual(['audit_events']);
  });
});
