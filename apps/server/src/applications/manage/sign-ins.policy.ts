/** `consumedAt` is null if the deleted code was never exchanged. */
export type DeletedCode = { readonly clientId: string | null; readonly consumedAt: Date | null };

export type SignIns = { readonly clientId: string; readonly day: string; readonly count: number };

/** The offset is fixed, because Vietnam has no daylight saving time. */
const vietnamOffsetMs = 7 * 3_600_000;

export function signInsOf(codes: readonly DeletedCode[]): SignIns[] {
  const signIns = new Map<string, SignIns>();
  for (const { clientId, consumedAt } of codes) {
    if (clientId === null || consumedAt === null) continue;
    const day = new Date(consumedAt.getTime() + vietnamOffsetMs).toISOString().slice(0, 10);
    const key = `${clientId} ${day}`;
    signIns.set(key, { clientId, day, count: (signIns.get(key)?.count ?? 0) + 1 });
  }
  return [...signIns.values()];
}
