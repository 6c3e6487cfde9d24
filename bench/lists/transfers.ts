import type { Sql } from '@vid/sql/sql';
import { fillTables } from '../harness/seed.ts';
import { cursorAfter, type Lists, type PageRequest } from './list.ts';

const importId = 'imp_listed';
const rows = 100_000;
const webhookId = 'whk_listed';
const messages = 300_000;

export async function seedTransfers(sql: Sql): Promise<void> {
  const tables = ['imports', 'import_rows', 'webhook_endpoints', 'deliveries'];
  await fillTables(sql, { tables, triggered: [] }, async () => {
    await sql`
    insert into imports (id, file_name, file_type, file_bytes, status, expires_at)
    values (${importId}, 'members.csv', 'csv', 1, 'done', now() + interval '1 day')`;
    await sql`
    insert into import_rows (import_id, row, outcome, account_id)
    select ${importId}, n + 1, case when n % 1000 = 0 then 'kept' when n % 50 = 0 then 'exists' else 'added' end, id
    from (select id, row_number() over (order by id)::int as n from accounts order by id limit ${rows}) a`;
    await sql`
    insert into webhook_endpoints (id, url, event_types, sealed_secret, status)
    values (${webhookId}, 'https://hooks.example.vn/', '{account.locked}', '', 'disabled')`;
    await sql`
    insert into deliveries (kind, id, endpoint_id, type, data, status, attempts, created_at)
    select 'webhook', 'msg_' || n, ${webhookId}, case when n % 2 = 0 then 'permission.changed' else 'account.created' end,
      '{"sub":"acc_3k9x7c2m5v8b1n4q6w0z2s4d7f"}', case when n % 100000 = 0 then 'failed' else 'delivered' end, 1,
      now() - make_interval(secs => n * 8)
    from generate_series(1, ${messages}::int) n`;
  });
}

const gets = (path: string, queries: readonly string[]): readonly PageRequest[] =>
  queries.map((query) => ({ path: `${path}?${query}` }));

export function transferLists(): Lists {
  const importPath = `/vid/api/admin/imports/${importId}/rows`;
  const messagePath = `/vid/api/admin/webhooks/${webhookId}/messages`;
  return {
    'rows of an import': gets(importPath, [
      'limit=20',
      'outcome=kept',
      'outcome=invalid',
      `outcome=exists&after=${cursorAfter(rows / 2)}`,
    ]),
    'messages of a webhook': gets(messagePath, [
      'limit=20',
      'status=failed',
      'status=pending',
      'type=consent.withdrawn',
      'status=failed&type=account.created',
      'status=delivered&type=permission.changed',
    ]),
  };
}
