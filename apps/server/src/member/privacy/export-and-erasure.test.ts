import { throttleHash } from '@vid/server/account/credentials/code-demand';
import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { codePurges } from '#oidc/store/code-purges.ts';
import { runPurges, tablePurges } from '#operations/purge/purge.ts';
import { accountTables } from './account-data.ts';
import { readAccountCopy } from './exports/account-copy.ts';
import { copyLabels } from './exports/copy-labels.ts';
import { fillTables } from './testing/fill-tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  await server.deps.applications.add({ code: 'shop', name: 'Cửa hàng', isFirstParty: true });
});
afterAll(() => server.close());

const idsOf = async () => {
  const [application] = await server.deps.sql`select id from applications where code = 'shop'`;
  await server.deps.sql`
    insert into webhook_endpoints (id, url, event_types, sealed_secret)
    values ('whk_any', 'https://shop.example.vn/', '{}', '') on conflict do nothing`;
  await server.deps.sql`
    insert into imports (id, file_name, file_type, file_bytes, expires_at)
    values ('imp_any', 'members.csv', 'csv', 1, now()) on conflict do nothing`;
  await server.deps.sql`
    insert into bulk_changes (id, action, reason, total, expires_at)
    values ('blk_any', 'lock', '', 1, now()) on conflict do nothing`;
  await server.deps.sql`
    insert into incidents (id, title, description, data_kinds, severity, discovered_at, due_at)
    values ('inc_any', '', '', '{}', 'low', now(), now()) on conflict do nothing`;
  await server.deps.sql`
    insert into clients (id, application_id, name, kind, auth_method)
    values ('cli_any', ${String(application?.['id'])}, 'Any', 'spa', 'none') on conflict do nothing`;
  return {
    applications: String(application?.['id']),
    clients: 'cli_any',
    webhook_endpoints: 'whk_any',
    imports: 'imp_any',
    bulk_changes: 'blk_any',
    incidents: 'inc_any',
  };
};

function toCamelCase(column: string): string {
  return column.replaceAll(/_(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

async function tablesWith(text: string): Promise<string[]> {
  const { sql } = server.deps;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const found = [];
  for (const { name } of tables) {
    const rows = await sql`select from ${sql(name)} t where strpos(t::text, ${text}) > 0 limit 1`;
    if (rows.count > 0) found.push(name);
  }
  return found.toSorted();
}

describe('V5 an account with a row in every table', () => {
  it('is copied in full, and its id survives only in audit events', async () => {
    const { sql, keys } = server.deps;
    const fullName = 'Nguyễn Thị Ánh Nguyệt';
    const marker = 'filled';
    const account = await createAccount(server, { name: fullName, kind: 'enterprise' });
    const other = await createAccount(server, { name: 'Người khác' });
    await sql`
      update accounts set email = 'nguyet@example.vn', member_object = 'broker', province = '01', campaign = ${marker}
      where id = ${account.id}`;
    await sql`update accounts set referred_by = ${account.id} where id = ${other.id}`;
    const phoneHash = throttleHash(keys, account.phone);
    const ids = { ...(await idsOf()), accounts: account.id };
    await fillTables(sql, { ...account, phoneHash, ids: { ...ids, sessions: await firstSession() }, marker });
    await sql`
      update account_deletions set erase_at = now() - interval '1 minute', reminded_at = now()
      where account_id = ${account.id}`;

    const copy = await readAccountCopy(sql, account, async () => new Map());
    const copied = Object.entries(copy.data).map(([table, [row]]) => [table, ...Object.keys(row ?? {})]);
    const declared = Object.entries(accountTables).flatMap(([table, held]) =>
      'omitted' in held ? [] : [[table, ...held.columns.map(toCamelCase)]],
    );
    expect(copied).toEqual(declared);
    const names = new Set(Object.values(copy.data).flatMap(([row]) => Object.keys(row ?? {})));
    const unlabelled = [...names].filter((name) => name !== 'applicationId' && !(name in copyLabels));
    expect(unlabelled).toEqual([]);
    expect(copy.data['accounts']).toMatchObject([{ phone: account.phone, name: fullName }]);
    expect(await tablesWith(account.id)).toContain('oidc_access_tokens');
    expect(await tablesWith(account.phone)).toContain('deliveries');

    expect(await server.deps.modules.privacy.erasure.run()).toBe(1);
    await runPurges([...tablePurges(sql), ...codePurges(sql)]);
    for (const text of [account.phone, fullName, 'nguyet@example.vn'])
      expect(await tablesWith(text)).toEqual([]);
    expect(await tablesWith(account.id)).toEqual(['audit_events']);
    // Erasure keeps the account's application, client and webhook endpoint, the kinds of its audit rows, and
    // the incident and notice that it recorded as an administrator.
    expect(await tablesWith(marker)).toEqual([
      'applications',
      'audit_events',
      'clients',
      'incident_notices',
      'incidents',
      'webhook_endpoints',
    ]);
    const events = await sql`select * from audit_events where account_id = ${account.id} order by id`;
    expect(events.at(-1)).toMatchObject({ kind: 'account.erased', actorId: null });
    for (const { address, requestId, details } of events.slice(0, -1))
      expect([address, requestId, details]).toEqual(['', '', {}]);
    expect(await sql`select referred_by from accounts where id = ${other.id}`).toEqual([
      { referredBy: null },
    ]);

    async function firstSession(): Promise<string> {
      const id = 'ses_of_the_test';
      const row = { id, tokenHash: Buffer.alloc(32, 9), accountId: account.id, method: marker, amr: ['pwd'] };
      const rest = { isPersistent: true, userAgent: marker, address: '', idleSeconds: 1 };
      const ends = { idleExpiresAt: new Date(), expiresAt: new Date() };
      await sql`insert into sessions ${sql({ ...row, ...rest, ...ends })}`;
      return id;
    }
  });
});
