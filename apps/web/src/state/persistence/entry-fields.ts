import { isRecord } from '#shared/lib/is-record.ts';

/** The property of `history.state` that holds the fields, beside the router's own. */
const property = 'vid';

/** The fields that the tab's current history entry holds for `owner`; null if it holds none. */
export function readEntry(owner: string): unknown {
  const { [property]: kept }: Record<string, unknown> = isRecord(history.state) ? history.state : {};
  return isRecord(kept) && kept['owner'] === owner ? kept['fields'] : null;
}

/**
 * Stores fields in the current history entry, where they survive a reload (ADR 24). An entry that was left keeps its
 * copy, so a new `owner` invalidates the fields of all entries.
 */
export function writeEntry(owner: string, fields: Record<string, unknown>): void {
  if (JSON.stringify(readEntry(owner)) === JSON.stringify(fields)) return;
  try {
    history.replaceState({ ...history.state, [property]: { owner, fields } }, '');
  } catch {
    // Safari allows 100 calls in 10 seconds. The next change is stored again.
  }
}
