import DataLoader from 'dataloader';
import { runForAll } from './request-subject.ts';

const maxKeys = 100;

/**
 * Combines calls that requests make in the same turn of the event loop into statements of up to `maxKeys`
 * calls. `runAll` returns the results in the order of the calls; if it fails, each of its calls fails.
 */
export function batchCalls<Input, Result>(
  runAll: (inputs: readonly Input[]) => Promise<readonly Result[]>,
): (input: Input) => Promise<Result> {
  const loader = new DataLoader<Input, Result>(runAll, {
    cache: false,
    maxBatchSize: maxKeys,
    batchScheduleFn: (dispatch) => void runForAll(() => setImmediate(dispatch)),
  });
  return (input) => loader.load(input);
}

type Reads<Key, Row> = {
  /**
   * Reads the rows of several keys, in any order. On growing tables, select each row in a lateral subquery
   * with `limit 1`, so that PostgreSQL plans a lookup of a single key (ADR 4); for a join, it would assume
   * ten keys.
   */
  readonly readAll: (keys: readonly Key[]) => Promise<readonly Row[]>;
  readonly nameOf: (key: Key) => string;
  readonly nameOfRow: (row: Row) => string;
};

/** Like `batchCalls`, for reads of at most one row per key; undefined for a key without a row. */
export function batchReads<Key, Row>(reads: Reads<Key, Row>): (key: Key) => Promise<Row | undefined> {
  return batchCalls(async (keys: readonly Key[]) => {
    const rows = new Map((await reads.readAll(keys)).map((row) => [reads.nameOfRow(row), row]));
    const taken = new Set<string>();
    return keys.map((key) => {
      const name = reads.nameOf(key);
      const isTaken = taken.has(name);
      taken.add(name);
      // Callers of the same row must not share an object, because a caller may change it.
      return isTaken ? structuredClone(rows.get(name)) : rows.get(name);
    });
  });
}
