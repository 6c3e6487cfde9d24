import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { SignIn } from '../services.ts';
import { openRecoveryInput, sealRecoveryInput } from './advance-recoveries.ts';
import { mayStart } from './recovery.policy.ts';

type Input = {
  readonly account: AccountsRow;
  readonly contact: { readonly phone: string } | { readonly email: string };
  readonly by: {
    readonly actorId: string | null;
    readonly caller: Pick<Caller, 'address' | 'requestId'>;
    readonly reason?: string;
  };
  /** Administrator who requested the recovery; `by` is the administrator who confirmed it. */
  readonly requestedBy: string;
};

export function createSupportRecovery({ keys, recoveryRepo: repo, notices, audit }: SignIn) {
  const requireNoneRunning = async (tx: Queryable, accountId: string): Promise<void> => {
    if (!mayStart('support', await repo.getHistory(tx, accountId))) throw new AppError('RECOVERY_RUNNING');
  };

  /**
   * Starts the wait. The number and the confirmed address are notified, and can stop the recovery if the
   * account has had them for 30 days. After the wait, the link goes to the contact; no administrator sees the
   * link (M4).
   * @throws AppError RECOVERY_RUNNING
   */
  const start = async (tx: Queryable, { account, contact, by, requestedBy }: Input): Promise<void> => {
    const sealedInput = sealRecoveryInput(keys, { phone: '', email: '', ...contact });
    // The request is an administrator's, so its address and device must not be shown as the owner's.
    const origin = { userAgent: '', address: '', requestId: by.caller.requestId };
    await requireNoneRunning(tx, account.id);
    if (await repo.stop(tx, account.id, { keepsSupport: false }))
      await audit.write(tx, {
        kind: 'recovery.stopped',
        accountId: account.id,
        actorId: by.actorId,
        caller: by.caller,
        details: { by: 'support' },
      });
    const row = { id: newId('rec'), accountId: account.id, channel: 'support', sealedInput } as const;
    await repo.insertWaiting(tx, { ...row, ...origin, requestedBy, confirmedBy: by.actorId });
    await notices.notify(tx, { account, kind: 'recovery-started' });
    await audit.write(tx, {
      kind: 'recovery.requested',
      accountId: account.id,
      actorId: by.actorId,
      caller: by.caller,
      details: { channel: 'support', ...(by.reason !== undefined && { reason: by.reason }) },
    });
  };

  return {
    requireNoneRunning,
    start,

    /**
     * Returns the open recovery of any channel, or null. `contact` is null for a channel other than support,
     * and once the link is sent.
     */
    async find(accountId: string) {
      const open = await repo.findOpenWithPeople(accountId);
      if (!open) return null;
      const { sealedInput, ...rest } = open;
      const input = sealedInput && openRecoveryInput(keys, sealedInput);
      return { ...rest, contact: input ? input.phone || input.email : null };
    },

    /**
     * Deletes the open recovery. Unlike a stop by the owner, who may stop only one recovery by support in 30
     * days, a deletion does not count. Returns false if no recovery is open.
     */
    cancel: (tx: Queryable, accountId: string): Promise<boolean> => repo.deleteOpen(tx, accountId),
  };
}

export type SupportRecovery = ReturnType<typeof createSupportRecovery>;
