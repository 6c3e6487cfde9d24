import type { Fragment, Queryable } from '#database/connection.ts';
import { fewRows, isIn } from '#database/filtered-rows.ts';
import { startsWith } from './account-search.ts';

export type Owners = {
  readonly ids: Fragment;
  readonly count: number | null;
};

export const accountTexts = (sql: Queryable): Fragment =>
  sql`select key, account_id as id from account_search`;

/**
 * Finds the owners of texts that begin with `text`, as rows `(key, id)`, one per owner with the first match.
 * `texts` is a query of such rows, with an index on `(key, id)` and an index on `id`.
 */
export function searchOwners(
  sql: Queryable,
  texts: Fragment,
  text: string,
  { ids, count }: Owners,
): Fragment {
  const matching = sql`from (${texts}) s where ${startsWith(sql, sql`s.key`, text)}`;
  if (count !== null && count <= fewRows)
    return sql`
      select s.key, o.id from (${ids}) o (id) cross join lateral (
        select s.key ${matching} and s.id = o.id order by s.key limit 1) s`;
  const isOwner =
    count === null ? sql`exists (select from (${ids}) o (id) where o.id = s.id)` : isIn(sql, sql`s.id`, ids);
  return sql`
    select s.key, s.id ${matching} and ${isOwner} and not exists (
      select from (${texts}) earlier
      where earlier.id = s.id and earlier.key < s.key and ${startsWith(sql, sql`earlier.key`, text)})`;
}
