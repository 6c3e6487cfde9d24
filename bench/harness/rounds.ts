/**
 * Runs every side once for warm-up and then in rounds, in turns: what else the machine does in a minute
 * then falls on all of them. Every second round runs backwards, so that no side is always the first.
 */
export async function interleave<T>(
  sides: Readonly<Record<string, () => Promise<T>>>,
  options: { readonly rounds: number; readonly warmUp?: boolean },
): Promise<ReadonlyMap<string, readonly T[]>> {
  const names = Object.keys(sides);
  const results = new Map<string, T[]>(names.map((name) => [name, []]));
  if (options.warmUp ?? true) for (const name of names) await sides[name]?.();
  for (let index = 0; index < options.rounds; index += 1) {
    const order = index % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const run = sides[name];
      if (run) results.get(name)?.push(await run());
    }
  }
  return results;
}
