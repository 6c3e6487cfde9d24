import type { AccountRepo } from '#account/account.repo.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { describeDevice } from '#lib/describe-device.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { RecoveryRepo } from './recovery.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly repo: RecoveryRepo;
  readonly accounts: Pick<AccountRepo, 'lockRow'>;
  readonly audit: Audit;
};

/** Shows the open recovery of an account to its sessions, which may stop it. */
export function createPendingRecoveryService({ sql, repo, accounts, audit }: Deps) {
  return {
    async find(accountId: string) {
      const open = await repo.findOpen(accountId);
      if (!open?.readyAt) return null;
      return {
        requestedAt: open.createdAt.toISOString(),
        readyAt: open.readyAt.toISOString(),
        device: describeDevice(open.userAgent),
        address: open.address,
      };
    },

    /** Stops the open recovery of an account. Every session may do this. Does nothing if no recovery is open. */
    async stop(accountId: string, caller: Caller): Promise<void> {
      await sql.begin(async (tx) => {
        await accounts.lockRow(tx, accountId);
        if (!(await repo.stop(tx, accountId))) return;
        await audit.write(tx, { kind: 'recovery.stopped', accountId, caller, details: { by: 'session' } });
      });
    },
  };
}

export type PendingRecoveryService = ReturnType<typeof createPendingRecoveryService>;
