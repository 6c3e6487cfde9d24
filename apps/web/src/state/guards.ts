/** Checks of stored values: whoever owns the browser may write anything there (specification, clause 4). */
export type Guard<T> = (value: unknown) => value is T;

const maxTextLength = 4_096;
const maxEntries = 200;

export const isText: Guard<string> = (value): value is string =>
  typeof value === 'string' && value.length <= maxTextLength;
export const isFlag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';
/** A count or a time in milliseconds: whole, not negative. */
export const isWhole: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function orNull<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function oneOf<const T extends string>(...values: readonly T[]): Guard<T> {
  return (value): value is T => values.some((known) => known === value);
}

export function listOf<T>(guard: Guard<T>): Guard<T[]> {
  return (value): value is T[] =>
    Array.isArray(value) && value.length <= maxEntries && value.every((entry) => guard(entry));
}

/** An object with exactly these keys, so that nothing rides along. */
export function shape<T extends object>(guards: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const entries = Object.entries<Guard<unknown>>(guards);
  return (value): value is T =>
    isRecord(value) &&
    Object.keys(value).length === entries.length &&
    entries.every(([key, guard]) => Object.hasOwn(value, key) && guard(value[key]));
}

/** Pairs, for query parameters: order and repetition are kept, and no key can reach a prototype. */
export const isPairList: Guard<[string, string][]> = (value): value is [string, string][] =>
  Array.isArray(value) &&
  value.length <= maxEntries &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => isText(part)));
