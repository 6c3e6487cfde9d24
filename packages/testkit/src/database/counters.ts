import type { TestServer } from '../server.ts';

/** Returns the rounded minutes until the last counter whose key begins with `prefix` expires, or 0 if there is none. */
export async function minutesOfCounter({ deps }: Pick<TestServer, 'deps'>, prefix: string): Promise<number> {
  const [row] = await deps.sql<{ minutes: number }[]>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes from counters
    where starts_with(key, ${prefix}) order by expires_at desc limit 1`;
  return row?.minutes ?? 0;
}
