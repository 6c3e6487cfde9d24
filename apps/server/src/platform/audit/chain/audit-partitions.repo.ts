import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import { isLockTimeout } from '#database/availability/outage.ts';

export type AuditPartition = {
  readonly name: string;
  /** True for the partition of a single month, which can be dropped without deleting its rows first. */
  readonly isMonth: boolean;
  /**
   * True for the default partition, which holds the rows of months without a partition and is never dropped.
   */
  readonly isOther: boolean;
  readonly endsAt: Date | null;
};

const table = (sql: Queryable, name: string) => sql(`audit_parts.${name}`);

const inMonth = (sql: Queryable, month: string): Fragment => sql`
  at >= (${`${month}-01`}::text::date at time zone 'UTC')
  and at < ((${`${month}-01`}::text::date + interval '1 month') at time zone 'UTC')`;

export function createAuditPartitionsRepo(sql: Sql) {
  return {
    async list(): Promise<readonly AuditPartition[]> {
      return sql<AuditPartition[]>`
        select c.relname as name, c.relname ~ '^audit_events_[0-9]{4}_[0-9]{2}$' as is_month,
          pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' as is_other,
          (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO [(]''([^'']+)'''))[1]::timestamptz as ends_at
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'audit_events'::regclass order by 4 nulls last`;
    },

    async listMonths(name: string, isOver: (month: string) => boolean): Promise<readonly string[]> {
      const months: string[] = [];
      for (let after = '-infinity'; ;) {
        const [row] = await sql<{ month: string; next: string }[]>`
          select to_char(at at time zone 'UTC', 'YYYY-MM') as month,
            ((date_trunc('month', at at time zone 'UTC') + interval '1 month') at time zone 'UTC')::text as next
          from ${table(sql, name)} where at >= ${after}::text::timestamptz order by at limit 1`;
        if (!row || !isOver(row.month)) return months;
        months.push(row.month);
        after = row.next;
      }
    },

    /**
     * Lists the event kinds of a month. Reads one day at a time, because a month may have millions of rows.
     */
    async listKinds(name: string, month: string): Promise<readonly string[]> {
      const kinds = new Set<string>();
      for (let day = 0; day < 31; day++) {
        const rows = await sql<{ kind: string }[]>`
          select distinct kind from ${table(sql, name)}
          where ${inMonth(sql, month)}
            and at >= (${`${month}-01`}::text::date + ${day}::int) at time zone 'UTC'
            and at < (${`${month}-01`}::text::date + ${day + 1}::int) at time zone 'UTC'`;
        for (const { kind } of rows) kinds.add(kind);
      }
      return [...kinds];
    },

    async listPurgedKinds(month: string): Promise<ReadonlySet<string>> {
      const rows = await sql<{ kind: string }[]>`
        select unnest(purged_kinds) as kind from audit_seals
        where kind = 'purge' and purged_month = ${`${month}-01`}::text::date`;
      return new Set(rows.map(({ kind }) => kind));
    },

    async isSealed(tx: Queryable, name: string, month: string, lastTo: number): Promise<boolean> {
      const [row] = await tx`
        select from ${table(tx, name)} where id > ${lastTo}::float8::bigint and ${inMonth(tx, month)} limit 1`;
      return row === undefined;
    },

    async deleteRows(name: string, month: string, kinds: readonly string[], limit: number): Promise<number> {
      const { count } = await sql`
        delete from ${table(sql, name)} where ctid = any(array(
          select ctid from ${table(sql, name)} where kind = any(${[...kinds]}::text[]) and ${inMonth(sql, month)}
          limit ${limit} for update skip locked))`;
      return count;
    },

    /**
     * Drops a partition. Returns false if its lock, which blocks all inserts, is not available within 200 ms.
     */
    async drop(name: string): Promise<boolean> {
      try {
        await sql.begin(async (tx) => {
          await tx`set local lock_timeout = '200ms'`;
          await tx`drop table ${table(tx, name)}`;
        });
        return true;
      } catch (error) {
        if (isLockTimeout(error)) return false;
        throw error;
      }
    },
  };
}
