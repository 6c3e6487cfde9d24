import { authorName } from '#database/account-names.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { AppParamsHistoryRow, AppParamsRow } from '#database/tables.ts';
import { isAfter, type Page } from '#database/page.ts';

export type ParamChange = Pick<AppParamsHistoryRow, 'version' | 'before' | 'after' | 'at'> & {
  readonly by: string | null;
};

export function createAppParamsRepo(sql: Sql) {
  return {
    async list() {
      return await sql<
        Pick<AppParamsRow, 'name' | 'value'>[]
      >`select name, value from app_params order by name`;
    },

    async listLast() {
      return await sql<(Pick<AppParamsHistoryRow, 'name' | 'version' | 'at'> & { by: string | null })[]>`
      select distinct on (h.name) h.name, h.version, h.at, ${authorName(sql, sql`a`)} as by
      from app_params_history h left join accounts a on a.id = h.actor_id
      order by h.name, h.version desc`;
    },

    async listChanges(name: string, page: Page) {
      return await sql<ParamChange[]>`
      select h.version, h.before, h.after, h.at, ${authorName(sql, sql`a`)} as by
      from app_params_history h left join accounts a on a.id = h.actor_id
      where h.name = ${name} and ${isAfter(sql, [sql`h.version`], page.after, 'desc')}
      order by h.version desc limit ${page.limit}`;
    },

    findReplaced: (tx: Queryable, name: string, version: number) =>
      tx<{ value: unknown }[]>`
        select before as value from app_params_history where name = ${name} and version = ${version}`.first(),

    /**
     * Changes a section and records the change. Returns false if `version` is not the section's last version.
     * Two changes to the same version compete for one key, so only one succeeds.
     */
    async change(
      tx: Queryable,
      change: {
        readonly name: string;
        readonly version: number;
        readonly value: unknown;
        readonly actorId: string;
      },
    ): Promise<boolean> {
      const { name, version, actorId } = change;
      const { count: known } = await tx`
        select from app_params_history where name = ${name} and version = ${version}`;
      if (known === 0 && version > 0) return false;
      const value = change.value === null ? tx`null::jsonb` : tx`${tx.json(change.value)}::jsonb`;
      const { count } = await tx`
        insert into app_params_history (name, version, before, after, actor_id)
        values (${name}, ${version + 1}, (select value from app_params where name = ${name}), ${value}, ${actorId})
        on conflict do nothing`;
      if (count === 0) return false;
      if (change.value === null) await tx`delete from app_params where name = ${name}`;
      else
        await tx`
          insert into app_params (name, value) values (${name}, ${value})
          on conflict (name) do update set value = excluded.value, updated_at = now()`;
      return true;
    },

    async addImage(tx: Queryable, id: string, content: Buffer): Promise<void> {
      await tx`insert into brand_images (id, content) values (${id}, ${content})`;
    },

    async findImage(id: string): Promise<Uint8Array | undefined> {
      const [row] = await sql<{ content: Uint8Array }[]>`select content from brand_images where id = ${id}`;
      return row?.content;
    },
  };
}

export type AppParamsRepo = ReturnType<typeof createAppParamsRepo>;
