import type { Outcome } from '../load/jobs.ts';
import { median } from './statistics.ts';

/**
 * Runs every side once as a warm-up, then alternates between the sides in rounds, so that other work on the machine
 * affects all sides alike. Every second round runs in reverse order, so that no side is always first.
 */
export async function interleave<T>(
  sides: Readonly<Record<string, () => Promise<T>>>,
  options: { readonly rounds: number },
): Promise<ReadonlyMap<string, readonly T[]>> {
  const names = Object.keys(sides);
  const results = new Map<string, T[]>(names.map((name) => [name, []]));
  for (const name of names) await sides[name]?.();
  for (let index = 0; index < options.rounds; index += 1) {
    const order = index % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const run = sides[name];
      if (run) results.get(name)?.push(await run());
    }
  }
  return results;
}

export const perSecond = ({ main }: Outcome): number => main.perSecond;
export const p50 = ({ main }: Outcome): number => main.p50;
export const p99 = ({ main }: Outcome): number => main.p99;

export function medianOf<T>(
  rounds: readonly T[] | undefined,
  read: (round: T) => number | undefined,
): number {
  return median((rounds ?? []).map((round) => read(round) ?? Number.NaN));
}
