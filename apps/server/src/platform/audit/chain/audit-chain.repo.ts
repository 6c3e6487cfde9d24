import { advisoryLocks } from '#database/advisory-locks.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { Parts, PurgeSeal, Seal } from './seal-content.ts';

export type SealRow = {
  readonly number: number;
  readonly kind: string;
  readonly content: string;
  readonly hash: string;
  readonly mac: string;
};

/**
 * Computes the hash of a row. Personal data enters the hash through a commitment, which replaces the data
 * when an account is erased, so the hash stays the same. A stored commitment counts only if the data and the
 * account are gone; otherwise a modified row could keep its old commitment. Uses only built-in functions, so
 * that replacing one of VID's functions cannot deceive a check.
 */
const leaf = (sql: Queryable): Fragment => sql`
  sha256(convert_to(jsonb_build_array(
    e.id, (extract(epoch from e.at) * 1000000)::bigint, e.kind, e.account_id, e.actor_id,
    encode(case
      when e.commitment_hash is null then sha256(convert_to(
        jsonb_build_array(e.salt, e.address, e.request_id, e.browser, e.system, e.details)::text, 'UTF8'))
      when e.salt is null and e.address = '' and e.request_id = '' and e.browser is null and e.system is null
        and e.details = '{}' and e.account_id is not null
        and not exists (select from accounts a where a.id = e.account_id) then e.commitment_hash
    end, 'hex'))::text, 'UTF8'))`;

const month = (sql: Queryable): Fragment => sql`to_char(e.at at time zone 'UTC', 'YYYY-MM')`;

const sealColumns = (sql: Queryable): Fragment => sql`
  number::float8, kind, content, encode(seal_hash, 'hex') as hash, encode(seal_mac, 'hex') as mac`;

export function createAuditChainRepo(sql: Sql) {
  return {
    /**
     * Returns false if another process is adding a seal. The lock is released at the end of the transaction.
     */
    async tryLock(tx: Queryable): Promise<boolean> {
      const [row] = await tx<
        { locked: boolean }[]
      >`select pg_try_advisory_xact_lock(${advisoryLocks.auditSeals}) as locked`;
      return row?.locked === true;
    },

    /**
     * Returns the last row number that was assigned, 0 before the first. That row's transaction may still be
     * running.
     */
    async findLastId(): Promise<number> {
      const [row] = await sql<{ id: number }[]>`
        select case when is_called then last_value else 0 end::float8 as id from audit_event_ids`;
      return row?.id ?? 0;
    },

    /**
     * Returns the running transactions that may have added rows: a transaction locks the table before it
     * assigns a number to a row, and holds the lock until the row is visible to others.
     */
    async listWriters(): Promise<readonly string[]> {
      const rows = await sql<{ writer: string }[]>`
        select distinct virtualtransaction as writer from pg_locks
        where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'audit_events'::regclass
          and database = (select oid from pg_database where datname = current_database())`;
      return rows.map(({ writer }) => writer);
    },

    /** Returns the id of the last row of a block of up to `limit` rows; undefined for an empty range. */
    async findEnd(tx: Queryable, from: number, to: number, limit: number): Promise<number | undefined> {
      const [row] = await tx<{ id: number | null }[]>`
        select max(id)::float8 as id from (
          select id from audit_events where id between ${from}::float8::bigint and ${to}::float8::bigint
          order by id limit ${limit}) block`;
      return row?.id ?? undefined;
    },

    async digest(tx: Queryable, from: number, to: number): Promise<Parts> {
      const rows = await tx<{ month: string; kind: string; rows: number; digest: string }[]>`
        select ${month(tx)} as month, e.kind, count(*)::int as rows,
          encode(sha256(string_agg(${leaf(tx)}, ''::bytea order by e.id)), 'hex') as digest
        from audit_events e where e.id between ${from}::float8::bigint and ${to}::float8::bigint
        group by 1, 2 order by 1, 2`;
      const months: Record<string, Record<string, readonly [number, string]>> = {};
      for (const row of rows) (months[row.month] ??= {})[row.kind] = [row.rows, row.digest];
      return months;
    },

    async insert(
      tx: Queryable,
      { seal, content, hash, mac }: { seal: Seal; content: string; hash: string; mac: Buffer },
    ): Promise<void> {
      const purged = seal.kind === 'purge' ? seal : undefined;
      await tx`
        insert into audit_seals (number, kind, content, seal_hash, seal_mac, purged_month, purged_kinds)
        values (${seal.number}, ${seal.kind}, ${content}, decode(${hash}, 'hex'), ${mac},
          ${purged === undefined ? null : `${purged.month}-01`}::text::date,
          ${purged === undefined ? null : Object.keys(purged.days)}::text[])`;
    },

    findLast: (tx: Queryable) =>
      tx<SealRow[]>`
        select ${sealColumns(tx)} from audit_seals order by number desc limit 1`.first(),

    find: (number: number) =>
      sql<SealRow[]>`
        select ${sealColumns(sql)} from audit_seals where number = ${number}::float8::bigint`.first(),

    async listFrom(number: number, limit: number): Promise<readonly SealRow[]> {
      return sql<SealRow[]>`
        select ${sealColumns(sql)} from audit_seals where number >= ${number}::float8::bigint
        order by number limit ${limit}`;
    },

    async listPurges(): Promise<readonly Pick<SealRow, 'content'>[]> {
      return sql<SealRow[]>`select content from audit_seals where kind = 'purge' order by number`;
    },

    async countUnsealed(to: number): Promise<{ readonly rows: number; readonly oldest: Date | null }> {
      const [row] = await sql<{ rows: number; oldest: Date | null }[]>`
        select count(*)::int as rows, min(at) as oldest from (
          select at from audit_events where id > ${to}::float8::bigint order by id limit 100000) unsealed`;
      return row ?? { rows: 0, oldest: null };
    },
  };
}

export type AuditChainRepo = ReturnType<typeof createAuditChainRepo>;
export type PurgeDays = PurgeSeal['days'];
