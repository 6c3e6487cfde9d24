import { setTimeout as delay } from 'node:timers/promises';
import type { AuditChainRepo } from './audit-chain.repo.ts';

/**
 * Most transactions end within this second. During a longer transaction, such as an import, all new rows wait
 * for a later run.
 */
const waits = { count: 10, ms: 100 };

/**
 * Returns a row number up to which every row is committed or will never exist: the last assigned number, once all
 * transactions that were writing at that time have ended. Returns undefined if one of these transactions takes too
 * long.
 */
export async function findSafeEnd(
  repo: Pick<AuditChainRepo, 'findLastId' | 'listWriters'>,
): Promise<number | undefined> {
  const lastId = await repo.findLastId();
  let writers = await repo.listWriters();
  for (let wait = 0; writers.length > 0; wait += 1) {
    if (wait === waits.count) return undefined;
    await delay(waits.ms);
    const now = new Set(await repo.listWriters());
    writers = writers.filter((writer) => now.has(writer));
  }
  return lastId;
}
