import type { TestServer } from '../server.ts';

/** Returns the minutes until the newest counter whose key begins with `prefix` expires, rounded. */
export async function minutesOfCounter({ deps }: Pick<TestServer, 'deps'>, prefix: string): Promise<number> {
  const [row] = await deps.sql<{ minutes: number }[]>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes from counters
    where starts_with(key, ${prefix}) order by expires_at desc limit 1`;
  return row?.minutes ?? 0;
}
