import DataLoader from 'dataloader';

/** One statement reads this many keys well within its timeout. */
const maxKeys = 100;

type Batch<Key, Row> = {
  /** Reads the rows of several keys, in any order. */
  readonly readAll: (keys: readonly Key[]) => Promise<readonly Row[]>;
  readonly nameOf: (key: Key) => string;
  /** `nameOf` of the key that a row belongs to. */
  readonly nameOfRow: (row: Row) => string;
};

/**
 * Combines reads that requests make in the same turn of the event loop into one statement. For reads only, because a
 * failing statement fails for all of them.
 */
export function batchReads<Key, Row>(batch: Batch<Key, Row>): (key: Key) => Promise<Row | undefined> {
  const loader = new DataLoader<Key, Row | undefined>(
    async (keys) => {
      const rows = new Map((await batch.readAll(keys)).map((row) => [batch.nameOfRow(row), row]));
      const taken = new Set<string>();
      return keys.map((key) => {
        const name = batch.nameOf(key);
        const isTaken = taken.has(name);
        taken.add(name);
        // Requests for the same row must not share objects that one of them may change.
        return isTaken ? structuredClone(rows.get(name)) : rows.get(name);
      });
    },
    { cache: false, maxBatchSize: maxKeys, batchScheduleFn: (dispatch) => void setImmediate(dispatch) },
  );
  return (key) => loader.load(key);
}
