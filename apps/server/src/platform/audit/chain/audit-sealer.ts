import type { Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { Platform } from '#platform/platform.ts';
import type { AuditChainRepo, PurgeDays } from './audit-chain.repo.ts';
import { findSafeEnd } from './safe-end.ts';
import { contentOf, firstPrevious, hashContent, readContent, type Seal } from './seal-content.ts';

type Deps = Pick<Platform, 'sql' | 'keys' | 'nowMs'> & { readonly chainRepo: AuditChainRepo };

/** Hashing a block of this size takes about 100 ms. */
const blockRows = 10_000;
/**
 * Computes the MAC of a seal. Its key derives from a data key, which the database contains only encrypted, so
 * write access to the database is not enough to forge a seal.
 */
export const macOf = (keys: Pick<Keys, 'pepper'>, content: string): Buffer =>
  keys.pepper('audit-seal', content);

type NewSeal<S extends Seal = Seal> = S extends Seal ? Omit<S, 'number' | 'previous' | 'at'> : never;

/** Seals audit rows in the background; inserts never wait for a seal. */
export function createAuditSealer({ sql, chainRepo: repo, keys, nowMs }: Deps) {
  /**
   * Appends the seal that `make` returns; returns false without one. The caller must hold the lock. A broken
   * last seal does not stop sealing, because the check reports it.
   */
  const append = async (
    tx: Queryable,
    make: (lastTo: number) => Promise<NewSeal | undefined>,
  ): Promise<boolean> => {
    const last = await repo.findLast(tx);
    const added = await make(last === undefined ? 0 : (readContent(last.content)?.to ?? 0));
    if (!added) return false;
    const seal: Seal = {
      ...added,
      number: (last?.number ?? 0) + 1,
      previous: last?.hash ?? firstPrevious,
      at: new Date(nowMs()).toISOString(),
    };
    const content = contentOf(seal);
    await repo.insert(tx, { seal, content, hash: hashContent(content), mac: macOf(keys, content) });
    return true;
  };

  const sealBlock = (end: number): Promise<boolean> =>
    sql.begin(async (tx) => {
      if (!(await repo.tryLock(tx))) return false;
      return append(tx, async (lastTo) => {
        const from = lastTo + 1;
        const to = await repo.findEnd(tx, from, end, blockRows);
        if (to === undefined) return undefined;
        return { kind: 'block', from, to, months: await repo.digest(tx, from, to) };
      });
    });

  return {
    async run(): Promise<number> {
      const end = await findSafeEnd(repo);
      if (end === undefined) return 0;
      let seals = 0;
      while (await sealBlock(end)) seals += 1;
      return seals;
    },

    /**
     * Records a purge in the chain, within the caller's transaction. Returns false if another process is
     * adding a seal, or if the log has rows of the month that are not sealed yet.
     */
    async sealPurge(
      tx: Queryable,
      month: string,
      days: PurgeDays,
      isSealed: (lastTo: number) => Promise<boolean>,
    ): Promise<boolean> {
      if (!(await repo.tryLock(tx))) return false;
      return append(tx, async (to) =>
        (await isSealed(to)) ? { kind: 'purge', to, month, days } : undefined,
      );
    },
  };
}

export type AuditSealer = ReturnType<typeof createAuditSealer>;
