export type Use = {
  readonly accountId: string;
  readonly applicationId: string;
  readonly scopes: readonly string[];
};

/**
 * Returns one use for each account and application whose scopes are not all in `recent`, sorted so that
 * concurrent processes lock the rows in the same order.
 */
export function usesToRecord(issued: readonly Use[], recent: readonly Use[]): Use[] {
  const recorded = new Map(recent.map((use) => [keyOf(use), new Set(use.scopes)]));
  const wanted = new Map<string, Use>();
  for (const use of issued) {
    const key = keyOf(use);
    const { scopes } = wanted.get(key) ?? { scopes: [] };
    wanted.set(key, { ...use, scopes: [...new Set([...scopes, ...use.scopes])].toSorted() });
  }
  return [...wanted]
    .filter(([key, { scopes }]) => scopes.some((scope) => recorded.get(key)?.has(scope) !== true))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, use]) => use);
}

const keyOf = ({ accountId, applicationId }: Use): string => `${accountId} ${applicationId}`;
