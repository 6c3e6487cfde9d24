import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from '@vid/server/database/connection';
import { createKeys } from '@vid/server/lib/keys';
import { openDataKeys } from '@vid/server/process/environment/open-data-keys';
import { createAudit } from '@vid/server/platform/audit/audit';
import { createAuditChainRepo } from '@vid/server/platform/audit/chain/audit-chain.repo';
import { createAuditSealer } from '@vid/server/platform/audit/chain/audit-sealer';
import type { Report } from '../harness/report.ts';
import { percentile } from '../harness/statistics.ts';
import { masterKey, type World } from '../harness/world.ts';

/** Number of connections that insert at the same time. */
const writers = 2;
/** About ten times the rate of a million rows a day. */
const atLeastPerSecond = 120;
const sealedRows = 100_000;
const retryMs = 100;

/** Measures inserts into the audit log, each in its own transaction, then the sealing of `sealedRows` rows. */
export async function measureAuditWrites(
  { database }: World,
  report: Report,
  seconds: number,
): Promise<void> {
  const { sql, close } = connect(database.target, {
    max: writers,
    applicationName: 'vid-bench-audit',
    statementTimeoutMs: 60_000,
  });
  try {
    await measureInserts(sql, report, seconds);
    await measureSealing(sql, report);
  } finally {
    await close();
  }
}

async function measureSealing(sql: Sql, report: Report): Promise<void> {
  const chainRepo = createAuditChainRepo(sql);
  const keys = createKeys();
  await openDataKeys({ sql, keys }, { current: masterKey });
  const sealer = createAuditSealer({ sql, chainRepo, keys, nowMs: Date.now });
  const sealAll = async (): Promise<void> => {
    await sealer.run();
    // The server seals rows too, so repeat until neither has rows left.
    while ((await countUnsealed(sql)) > 0) {
      await delay(retryMs);
      await sealer.run();
    }
  };
  await sealAll();
  await sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id)
    select 'session.started', 'acc_' || n, 'acc_' || n, '2001:db8::1', 'req_' || n
    from generate_series(1, ${sealedRows}::int) n`;
  const startedAt = performance.now();
  await sealAll();
  report.add({
    name: 'audit log, sealing',
    value: sealedRows / ((performance.now() - startedAt) / 1_000),
    unit: 'rows/s',
    target: { of: 'value', atLeast: atLeastPerSecond },
  });
}

async function countUnsealed(sql: Sql): Promise<number> {
  const [row] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from audit_events where id > coalesce((
      select (content::jsonb ->> 'to')::bigint from audit_seals order by number desc limit 1), 0)`;
  return row?.rows ?? 0;
}

async function measureInserts(sql: Sql, report: Report, seconds: number): Promise<void> {
  const audit = createAudit();
  const caller = { address: '2001:db8::1', requestId: 'req_bench', userAgent: 'Chrome/130.0' };
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const write = async (): Promise<void> => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await audit.write(sql, { kind: 'session.started', accountId: 'acc_bench', caller, details: {} });
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  report.add({
    name: 'audit log, inserts',
    value: times.length / seconds,
    unit: 'rows/s',
    target: { of: 'value', atLeast: atLeastPerSecond },
    note: `${writers} at once, each a transaction; p99 ${percentile(times, 99).toFixed(1)} ms`,
  });
}
