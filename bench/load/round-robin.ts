export function roundRobin<T>(entries: readonly T[]): () => T {
  let next = 0;
  return () => {
    const entry = entries[next % entries.length];
    next += 1;
    if (entry === undefined) throw new Error('a job needs at least one entry');
    return entry;
  };
}
