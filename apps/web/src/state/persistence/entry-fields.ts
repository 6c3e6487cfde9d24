import { isRecord } from '#shared/lib/is-record.ts';

/** Property of `history.state` that contains the fields, next to the router's own property. */
const property = 'vid';

let kept: { owner: string; fields: unknown } | null = null;

/** Returns the fields in the current history entry if they belong to `owner`, else null. */
export function readEntry(owner: string): unknown {
  const found: unknown = isRecord(history.state) ? history.state[property] : null;
  // After a reload, later entries also need the fields, unless their flow has ended.
  kept = isRecord(found) && found['owner'] === owner ? { owner, fields: found['fields'] } : null;
  return kept?.fields ?? null;
}

function writeShownEntry(): void {
  try {
    history.replaceState({ ...history.state, [property]: kept }, '');
  } catch {
    // Safari throws after 100 calls in 10 seconds. The next change writes the current fields.
  }
}

/**
 * Stores fields in the current history entry, where they survive a reload (ADR 24). An earlier entry keeps its copy, so
 * a new `owner` invalidates the fields of all entries.
 */
export function writeEntry(owner: string, fields: Record<string, unknown>): void {
  const isWritten = JSON.stringify(readEntry(owner)) === JSON.stringify(fields);
  kept = { owner, fields };
  if (!isWritten) writeShownEntry();
}

/**
 * Adds the fields to each entry that the router creates, synchronously, because a reload may follow before the next
 * page has loaded. Returns a function that restores `history`.
 */
export function followEntries(): () => void {
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  history.pushState = (data, ...rest) => pushState({ ...data, [property]: kept }, ...rest);
  history.replaceState = (data, ...rest) => replaceState({ ...data, [property]: kept }, ...rest);
  // Back or Forward opens an entry with older fields, so write the current fields again.
  addEventListener('popstate', writeShownEntry);
  return () => {
    Object.assign(history, { pushState, replaceState });
    removeEventListener('popstate', writeShownEntry);
  };
}
