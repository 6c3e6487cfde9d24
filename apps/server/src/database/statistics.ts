import type { Logger } from 'pino';
import type { Sql } from './connection.ts';
import { isOutage } from './availability/outage.ts';

type Deps = {
  /** A separate connection, because bad plans keep the request pools busy. */
  readonly sql: Sql;
  readonly log: Pick<Logger, 'warn'>;
};

const intervalMs = 5_000;

/** Below this number of rows, a bad plan has no measurable cost. */
const minRows = 1_000;
/** Plans for a table of this size already use an index, so larger tables need no further analysis. */
const maxAnalysedRows = 10_000;

/**
 * Analyses small tables whose rows have doubled since their last analysis. PostgreSQL keeps the plan of a
 * prepared statement until its tables are analysed again, and a plan made for a small table may read the
 * whole table (ADR 4). Autovacuum may start more than a minute later, when a table of codes or counters can
 * have tens of thousands of new rows.
 */
export function createStatisticsWatch({ sql, log }: Deps) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const analyse = async (table: string): Promise<void> => {
    try {
      await sql.begin(async (tx) => {
        // Losing the statistics in a crash is harmless, and a stalled standby must not prolong the lock.
        await tx`set local synchronous_commit = off`;
        await tx`analyze ${tx(table)}`;
      });
    } catch (error) {
      if (!isOutage(error)) log.warn({ err: error, table }, 'failed to analyse a table');
    }
  };

  const check = async (): Promise<void> => {
    const grown = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = current_schema() and pg_has_role(c.relowner, 'usage')
        and c.reltuples < ${maxAnalysedRows}::int
        and pg_stat_get_live_tuples(c.oid) >= greatest(2 * c.reltuples, ${minRows}::int)`;
    for (const { name } of grown) await analyse(name);
  };

  return {
    check,
    start(): void {
      timer = setInterval(() => {
        running ??= check()
          .catch(() => undefined)
          .finally(() => {
            running = undefined;
          });
      }, intervalMs);
      timer.unref();
    },
    stop(): void {
      clearInterval(timer);
    },
  };
}
