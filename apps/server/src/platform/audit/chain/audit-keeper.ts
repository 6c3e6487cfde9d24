import type { Logger } from 'pino';
import { connect, type ConnectionTarget, type Sql } from '#database/connection.ts';
import { isOutage } from '#database/outage.ts';
import type { AuditCheck } from './audit-check.ts';
import type { AuditSealer } from './audit-sealer.ts';

type Deps = {
  readonly target: ConnectionTarget;
  readonly sql: Sql;
  readonly sealer: Pick<AuditSealer, 'run'>;
  readonly check: Pick<AuditCheck, 'run'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

const indexTimeoutMs = 60 * 60_000;
/** The indexes of `index_audit_partition` that the first partition may lack. It has others for the rest. */
const firstIndexes = ['actor', 'kind', 'address'] as const;
const columnOf = { actor: 'actor_id', kind: 'kind', address: 'address' } as const;

/** The job that keeps the audit log: partitions ahead of time, seals, and a piece of the check. */
export function createAuditKeeper({ target, sql, sealer, check, log }: Deps) {
  /** Builds an index while rows are inserted, on a connection without the time limit of requests. */
  const buildIndex = async (index: (typeof firstIndexes)[number]): Promise<void> => {
    const name = `audit_events_before_${index}_idx`;
    const connection = connect(target, {
      max: 1,
      applicationName: 'vid-audit-index',
      statementTimeoutMs: indexTimeoutMs,
    });
    try {
      const own = connection.sql;
      // Left invalid by a build that was cut off.
      await own`drop index concurrently if exists ${own(`audit_parts.${name}`)}`;
      await own`
        create index concurrently ${own(name)} on audit_parts.audit_events_before
          (${own(columnOf[index])}, at desc, id desc)`;
      log.info({ index: name }, 'index of the audit log built');
    } finally {
      await connection.close();
    }
  };

  const listMissing = async () => {
    const rows = await sql<{ name: string }[]>`
      select n.name from unnest(${[...firstIndexes]}::text[]) as n (name)
      where to_regclass('audit_parts.audit_events_before') is not null and not exists (
        select from pg_index i
        where i.indexrelid = to_regclass('audit_parts.audit_events_before_' || n.name || '_idx') and i.indisvalid)`;
    const missing = new Set(rows.map(({ name }) => name));
    return firstIndexes.filter((index) => missing.has(index));
  };

  const makeAhead = async (): Promise<void> => {
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '500ms'`;
        await tx`select make_audit_partitions()`;
      });
    } catch (error) {
      if (!isOutage(error)) log.warn({ err: error }, 'partitions of the audit log could not be made');
    }
  };

  return {
    /** Makes the partitions of the coming months. Without them, rows go to the default partition. */
    makeAhead,

    async run(): Promise<void> {
      await makeAhead();
      await sealer.run();
      await check.run();
      for (const index of await listMissing()) await buildIndex(index);
    },
  };
}
