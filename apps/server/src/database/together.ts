import { coalesce } from '#lib/coalesce.ts';
import { arrayTypes, type Sql } from './connection.ts';
import { isFaultOfItem } from './outage.ts';

type Values = { text: string | null; bytea: Buffer | null; int: number | null };
/** The type of a parameter of the statement, and what each item gives to it. */
export type Column<Item> = {
  readonly [Kind in keyof Values]: readonly [Kind, (item: Item) => Values[Kind]];
}[keyof Values];
export type Placed = { readonly place: number };

const arrays = { text: arrayTypes.textArray, bytea: arrayTypes.byteaArray, int: arrayTypes.intArray };

const options = {
  /** PostgreSQL reads one round while the answers of another are written. */
  rounds: 2,
  /** What has queued up behind a stall must not become one statement that is too long to answer in time. */
  most: 200,
  isolates: isFaultOfItem,
};
const prepared = { prepare: true };

/**
 * One prepared statement for all requests that ask together. It takes its items as arrays, one for each of `columns`
 * (`from unnest($1::…[], …) with ordinality as t (…, place)`), and gives at most one row for each, with its `place`; an
 * item without a row gets null. What fails for one item is asked again for each alone, so that nobody fails for another's.
 */
export function askTogether<Item, Row extends object>(
  client: Sql,
  text: string,
  columns: readonly Column<Item>[],
): (item: Item) => Promise<(Row & Placed) | null> {
  const ask = async (items: readonly Item[]): Promise<(Row & Placed)[]> =>
    client.unsafe<(Row & Placed)[]>(
      text,
      columns.map(([kind, read]) =>
        client.typed(
          items.map((item) => read(item)),
          arrays[kind].to,
        ),
      ),
      prepared,
    );
  return coalesce(async (items) => {
    const answers = Array<(Row & Placed) | null>(items.length).fill(null);
    for (const row of await ask(items)) {
      // Somebody's row must never be given to another, nor one of two be chosen by chance.
      if (answers[row.place - 1] !== null)
        throw new Error('a statement gave a row that nobody has asked for');
      answers[row.place - 1] = row;
    }
    return answers;
  }, options);
}
