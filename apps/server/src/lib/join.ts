type Joined<T extends readonly object[]> = T extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : unknown;

/** Merges objects. Throws if two of them share a key, because one value would silently replace the other. */
export function join<const T extends readonly object[]>(...parts: T): Joined<T> {
  const joined: Record<string, unknown> = {};
  for (const part of parts)
    for (const [key, value] of Object.entries(part)) {
      if (Object.hasOwn(joined, key)) throw new Error(`two parts have the key ${key}`);
      joined[key] = value;
    }
  // oxlint-disable-next-line no-unsafe-type-assertion -- the loop has copied every key of every part
  return joined as Joined<T>;
}
