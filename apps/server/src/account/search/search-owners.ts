import type { Fragment, Queryable } from '#database/connection.ts';
import { startsWith } from './account-search.ts';

/** The owners of texts that a search may find. */
export type Owners = {
  /** A query of their ids. */
  readonly ids: Fragment;
  /** Their number; null if it is too large to be counted. */
  readonly count: number | null;
};

/** The texts of accounts: rows `(key, id)`. */
export const accountTexts = (sql: Queryable): Fragment =>
  sql`select key, account_id as id from account_search`;

/** Reading the texts of each of so many owners takes less time than reading all texts that match. */
const few = 1_000;

/**
 * The owners with a text that begins with `text`, each once, by its first match: rows `(key, id)`. `texts` is a query
 * of such rows with an index on both columns in this order and one on `id`, so a page of owners that are neither few
 * nor very many reads about `limit × all owners ÷ owners` texts.
 */
export function searchOwners(
  sql: Queryable,
  texts: Fragment,
  text: string,
  { ids, count }: Owners,
): Fragment {
  const matching = sql`from (${texts}) s where ${startsWith(sql, sql`s.key`, text)}`;
  if (count !== null && count <= few)
    return sql`
      select s.key, o.id from (${ids}) o (id) cross join lateral (
        select s.key ${matching} and s.id = o.id order by s.key limit 1) s`;
  // `is true` keeps the ids a hash table beside the texts: a join would read all texts and sort them.
  const isOwner =
    count === null
      ? sql`exists (select from (${ids}) o (id) where o.id = s.id)`
      : sql`(s.id in (${ids})) is true`;
  return sql`
    select s.key, s.id ${matching} and ${isOwner} and not exists (
      select from (${texts}) earlier
      where earlier.id = s.id and earlier.key < s.key and ${startsWith(sql, sql`earlier.key`, text)})`;
}
