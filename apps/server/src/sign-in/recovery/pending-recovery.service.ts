import type { Caller } from '#http/caller.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { SignIn } from '../services.ts';
import { keepsSupport } from './recovery.policy.ts';

export function createPendingRecoveryService({ sql, recoveryRepo: repo, accounts, notices, audit }: SignIn) {
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

    /**
     * Stops the open recovery; returns true if no recovery is open afterwards. Any session of the account may
     * stop it. A recovery by support can be stopped only once in 30 days, and only if the account has had its
     * phone for 30 days, because an intruder may have changed the phone.
     * @throws AppError TOKEN_INVALID if the session has ended
     */
    async stop(accountId: string, caller: Caller): Promise<boolean> {
      const isStopped = await beginAs(sql, { caller }, async (tx) => {
        const { phoneSince, now } = await accounts.findPhoneHistory(tx, accountId);
        const report = { at: now, channelSince: phoneSince };
        const history = await repo.getHistory(tx, accountId);
        if (!(await repo.stop(tx, accountId, { keepsSupport: keepsSupport(report, history) }))) return false;
        const account = { id: accountId };
        await notices.notify(tx, { account, kind: 'recovery-stopped', caller });
        await audit.write(tx, { kind: 'recovery.stopped', accountId, caller, details: { by: 'session' } });
        return true;
      });
      notices.kick();
      return isStopped || (await repo.findOpen(accountId)) === undefined;
    },
  };
}
