import { isOutage } from '#database/availability/outage.ts';
import type { Platform } from '#platform/platform.ts';
import type { AuditCheck } from './audit-check.ts';
import type { AuditSealer } from './audit-sealer.ts';

type Deps = Platform & { readonly sealer: Pick<AuditSealer, 'run'>; readonly check: Pick<AuditCheck, 'run'> };

export function createAuditKeeper({ sql, sealer, check, log }: Deps) {
  const makeAhead = async (): Promise<void> => {
    try {
      await sql.begin(async (tx) => {
        await tx`set local lock_timeout = '500ms'`;
        await tx`select make_audit_partitions()`;
      });
    } catch (error) {
      if (!isOutage(error)) log.warn({ err: error }, 'failed to create partitions of the audit log');
    }
  };

  return {
    /**
     * Creates the partitions for the coming months; rows of a month without a partition go to the default
     * partition.
     */
    makeAhead,

    async run(): Promise<void> {
      await makeAhead();
      await sealer.run();
      await check.run();
    },
  };
}
