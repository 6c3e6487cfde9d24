import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import type { Fragment, Queryable } from './connection.ts';

/** One value per column of the order. The last column must be unique, so that the order is total. */
export type SortKey = readonly (string | number)[];

/**
 * Times need the `time` form, and `microsecondsOf` in the key: the driver rounds times to milliseconds, which
 * would skip the rows between the rounded and the exact time.
 */
export type SortColumn = Fragment | { readonly time: Fragment };

/** Selects a time as microseconds since 1970, PostgreSQL's precision. */
export const microsecondsOf = (sql: Queryable, time: Fragment): Fragment => sql`
  (extract(epoch from ${time}) * 1000000)::float8`;

/**
 * Holds if a row follows `cursor` in a list sorted by `columns`, ascending or descending; always true without
 * a cursor. Keyset paging reads a page at any depth from the index, and neither skips nor repeats a row when
 * other rows are inserted or deleted between two pages.
 * @throws AppError VALIDATION_FAILED for a cursor with another number of values
 */
export function isAfter(
  sql: Queryable,
  columns: readonly [SortColumn, ...SortColumn[]],
  cursor: SortKey | undefined,
  order: 'asc' | 'desc' = 'asc',
): Fragment {
  if (!cursor) return sql`true`;
  if (cursor.length !== columns.length) throw invalidCursor();
  const [left, right] = columns
    .map((column, index): [Fragment, Fragment] => {
      const value = cursor[index];
      if (!('time' in column)) return [column, sql`${value ?? null}`];
      return [column.time, timeOf(sql, value)];
    })
    .reduce(([lefts, rights], [column, value]) => [sql`${lefts}, ${column}`, sql`${rights}, ${value}`]);
  return order === 'asc' ? sql`(${left}) > (${right})` : sql`(${left}) < (${right})`;
}

function timeOf(sql: Queryable, microseconds: string | number | undefined): Fragment {
  if (typeof microseconds !== 'number' || !Number.isSafeInteger(microseconds)) throw invalidCursor();
  return sql`(timestamptz 'epoch' + ${microseconds}::float8 * interval '1 microsecond')`;
}

export type Page = { readonly after: SortKey | undefined; readonly limit: number };

/**
 * Reads a page. `keyOf` returns a row's sort key in the form that `isAfter` compares.
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export async function readPage<Row>(
  { after, limit = 20 }: { readonly after?: string | undefined; readonly limit?: number | undefined },
  list: (page: Page) => PromiseLike<readonly Row[]>,
  keyOf: (row: Row) => SortKey,
): Promise<{ readonly items: readonly Row[]; readonly next: string | null }> {
  return toPage(await list({ after: readCursor(after), limit: limit + 1 }), limit, keyOf);
}

/**
 * Reads a page together with the number of all entries. Does not call `count` if the page is the whole list.
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export async function readCountedPage<Row>(
  query: Parameters<typeof readPage>[0],
  list: (page: Page) => PromiseLike<readonly Row[]>,
  keyOf: (row: Row) => SortKey,
  count: () => Promise<number | null>,
): Promise<{
  readonly items: readonly Row[];
  readonly next: string | null;
  readonly count: number | null;
}> {
  const { items, next } = await readPage(query, list, keyOf);
  const isWhole = query.after === undefined && next === null;
  return { items, next, count: isWhole ? items.length : await count() };
}

/**
 * Makes a page from up to `limit + 1` rows; the extra row shows that another page follows. `next` is null on
 * the last page. `keyOf` returns a row's sort key in the form that `isAfter` compares.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => SortKey,
): { readonly items: readonly Row[]; readonly next: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next = rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null;
  return { items, next };
}

/**
 * Decodes a cursor, the base64url of a JSON array of sort keys; undefined without a cursor.
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export function readCursor(text: string | undefined): SortKey | undefined {
  if (text === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.length > 0 && key.every(isKeyValue)) return key;
  } catch {}
  throw invalidCursor();
}

/**
 * Encrypts cursors whose sort key the client must not see, such as ids of other accounts. A cursor works only
 * for the `list` that sealed it.
 */
export function createSealedCursors(keys: Pick<Keys, 'seal' | 'open'>, list: string) {
  const purpose = `cursor:${list}`;
  return {
    /** @throws AppError VALIDATION_FAILED unless `seal` wrote the cursor for this list */
    open(text: string | undefined): SortKey | undefined {
      if (text === undefined) return undefined;
      try {
        return readCursor(keys.open(purpose, Buffer.from(text, 'base64url')));
      } catch {
        throw invalidCursor();
      }
    },
    seal: (cursor: string | null): string | null =>
      cursor === null ? null : keys.seal(purpose, cursor).toString('base64url'),
  };
}

export function writeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function isKeyValue(value: unknown): value is string | number {
  // PostgreSQL text cannot contain NUL or a lone surrogate.
  return (
    typeof value === 'number' || (typeof value === 'string' && !value.includes('\0') && value.isWellFormed())
  );
}

function invalidCursor(): AppError {
  return new AppError('VALIDATION_FAILED', { fields: { after: 'format' } });
}
