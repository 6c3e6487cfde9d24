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
/** The indexes that a large partition gets here, because a migration would stop every insert while it builds them. */
const indexes = [
  { name: 'kind', columns: ['kind'] },
  { name: 'actor_kind', columns: ['actor_id', 'kind'], replaced: 'actor' },
  { name: 'address_kind', columns: ['address', 'kind'], replaced: 'address' },
] as const;

type Index = { readonly name: string; readonly columns: readonly string[]; readonly replaced?: string };
type Work = { readonly partition: string; readonly index: Index; readonly isMissing: boolean };

/** The job that keeps the audit log: partitions ahead of time, seals, and a piece of the check. */
export function createAuditKeeper({ target, sql, sealer, check, log }: Deps) {
  /**
   * Builds an index and drops the one it replaces, while rows are inserted. Its connection allows a statement an hour.
   */
  const bringUpToDate = async ({ partition, index, isMissing }: Work): Promise<void> => {
    const name = `${partition}_${index.name}_idx`;
    const connection = connect(target, {
      max: 1,
      applicationName: 'vid-audit-index',
      statementTimeoutMs: indexTimeoutMs,
    });
    try {
      const own = connection.sql;
      const drop = (old: string) => own`drop index concurrently if exists ${own(`audit_parts.${old}`)}`;
      if (isMissing) {
        // Left invalid by a build that was cut off.
        await drop(name);
        await own`
          create index concurrently ${own(name)} on ${own(`audit_parts.${partition}`)}
            (${own(index.columns)}, at desc, id desc)`;
        log.info({ index: name }, 'index of the audit log built');
      }
      if (index.replaced !== undefined) await drop(`${partition}_${index.replaced}_idx`);
    } finally {
      await connection.close();
    }
  };

  const listWork = async (): Promise<readonly Work[]> => {
    const rows = await sql<{ partition: string; names: string[]; valid: string[] }[]>`
      select c.relname as partition, array_agg(n.relname::text) as names,
        coalesce(array_agg(n.relname::text) filter (where x.indisvalid), '{}') as valid
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      join pg_index x on x.indrelid = c.oid join pg_class n on n.oid = x.indexrelid
      where i.inhparent = 'audit_events'::regclass group by c.relname order by c.relname`;
    return rows.flatMap(({ partition, names, valid }) => {
      const nameOf = (index: string): string => `${partition}_${index}_idx`;
      return indexes
        .map((index: Index) => ({ partition, index, isMissing: !valid.includes(nameOf(index.name)) }))
        .filter(
          ({ index, isMissing }) =>
            isMissing || (index.replaced !== undefined && names.includes(nameOf(index.replaced))),
        );
    });
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
      for (const work of await listWork()) await bringUpToDate(work);
    },
  };
}
