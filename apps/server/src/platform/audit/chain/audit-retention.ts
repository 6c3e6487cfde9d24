import { auditKindGroups, type AuditGroup } from '@vid/contract/audit-kinds';
import { auditGroups } from '@vid/contract/endpoints/admin/audit';
import type { Config } from '#config/config.ts';
import type { Platform } from '#platform/platform.ts';
import type { AuditSealer } from './audit-sealer.ts';
import { createAuditPartitionsRepo, type AuditPartition } from './audit-partitions.repo.ts';
import { endOfMonth } from './seal-content.ts';

const settingOf = {
  'sign-in': 'auditSignInDays',
  codes: 'auditCodeDays',
  account: 'auditAccountDays',
  security: 'auditSecurityDays',
  privacy: 'auditPrivacyDays',
  administration: 'auditAdministrationDays',
  applications: 'auditApplicationDays',
} as const satisfies Record<AuditGroup, keyof Config>;

type Deps = Pick<Platform, 'sql' | 'config' | 'log' | 'nowMs'> & { readonly sealer: AuditSealer };

const dayMs = 24 * 60 * 60_000;

/**
 * Removes rows whose retention has ended, by calendar month and kind, which are also the units of sealing. The
 * chain records each removal first, so that a check can tell expired rows from tampering. A partition whose
 * rows have all expired, except the default partition, is dropped as a whole.
 */
export function createAuditRetention({ sql, config, sealer, log, nowMs }: Deps) {
  const repo = createAuditPartitionsRepo(sql);
  const daysByKind: ReadonlyMap<string, number> = new Map(
    auditGroups.flatMap((group) =>
      auditKindGroups[group].map((kind) => [kind, config[settingOf[group]] ?? config.auditDays] as const),
    ),
  );
  // Event kinds that VID no longer writes belong to no group.
  const daysOf = (kind: string): number => daysByKind.get(kind) ?? config.auditDays;
  const shortest = Math.min(config.auditDays, ...daysByKind.values());
  const isOver = (month: string, days: number): boolean => endOfMonth(month) + days * dayMs <= nowMs();

  // Cache the kinds of each month, which gets no new kinds after its retention has ended.
  const kindsByMonth = new Map<string, readonly string[]>();
  const listKinds = async (partition: string, month: string): Promise<readonly string[]> => {
    const key = `${partition} ${month}`;
    const kinds = kindsByMonth.get(key) ?? (await repo.listKinds(partition, month));
    kindsByMonth.set(key, kinds);
    return kinds;
  };

  /**
   * Records the purge of a month's expired kinds in the chain, unless the chain already contains it. Returns
   * false if the record has to wait for the next run.
   */
  const record = async (partition: string, month: string, kinds: readonly string[]): Promise<boolean> => {
    const known = await repo.listPurgedKinds(month);
    const added = kinds.filter((kind) => !known.has(kind));
    if (added.length === 0) return true;
    const days = Object.fromEntries(added.map((kind) => [kind, daysOf(kind)]));
    return sql.begin((tx) =>
      sealer.sealPurge(tx, month, days, (lastTo) => repo.isSealed(tx, partition, month, lastTo)),
    );
  };

  const isAllOver = async ({ name, isOther, endsAt }: AuditPartition): Promise<boolean> => {
    if (isOther || endsAt === null || endsAt.getTime() > nowMs()) return false;
    for (const month of await repo.listMonths(name, () => true)) {
      if (!isOver(month, shortest)) return false;
      const purged = await repo.listPurgedKinds(month);
      if ((await listKinds(name, month)).some((kind) => !purged.has(kind))) return false;
    }
    return true;
  };

  return {
    name: 'audit_events',
    /** Returns the number of deleted rows, at most `limit`, not counting the rows of dropped partitions. */
    async deleteExpired(limit: number): Promise<number> {
      let deleted = 0;
      for (const partition of await repo.list()) {
        for (const month of await repo.listMonths(partition.name, (first) => isOver(first, shortest))) {
          const kinds = await listKinds(partition.name, month);
          const over = kinds.filter((kind) => isOver(month, daysOf(kind)));
          if (over.length === 0) continue;
          if (!(await record(partition.name, month, over))) {
            log.warn({ month }, 'keeping expired audit rows that are not sealed yet');
            continue;
          }
          if (partition.isMonth && over.length === kinds.length) break;
          deleted += await repo.deleteRows(partition.name, month, over, limit - deleted);
          if (deleted === limit && limit > 0) return deleted;
        }
        if ((await isAllOver(partition)) && (await repo.drop(partition.name)))
          log.info({ partition: partition.name }, 'audit partition dropped');
      }
      return deleted;
    },
  };
}
