export function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `from` has each key
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}
