import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { SignIn } from '../services.ts';
import { sealRecoveryInput } from './advance-recoveries.ts';
import { mayStart } from './recovery.policy.ts';

type Input = {
  readonly account: AccountsRow;
  readonly contact: { readonly phone: string } | { readonly email: string };
  readonly by: {
    readonly actorId: string | null;
    readonly caller: Pick<Caller, 'address' | 'requestId'>;
    readonly reason?: string;
  };
  /** The administrator who requested the recovery; `by` has confirmed it. */
  readonly requestedBy: string;
};

/**
 * Starts the waiting time of a recovery for a member who asked the association's support. The sessions, the number and
 * the confirmed address are notified, and can stop it if the account has had the number or the address for 30 days. The
 * link goes to the contact after the wait; no administrator sees it (M4).
 */
export function createSupportRecovery({ keys, recoveryRepo: repo, notices, audit }: SignIn) {
  /** @throws AppError RECOVERY_STOPPED if a recovery that support began is open */
  return async (tx: Queryable, { account, contact, by, requestedBy }: Input): Promise<void> => {
    const sealedInput = sealRecoveryInput(keys, { phone: '', email: '', ...contact });
    // The origin leaves out the address and the device, which are the administrator's.
    const origin = { userAgent: '', address: '', requestId: by.caller.requestId };
    if (!mayStart('support', await repo.getHistory(tx, account.id))) throw new AppError('RECOVERY_STOPPED');
    if (await repo.stop(tx, account.id))
      await audit.write(tx, {
        kind: 'recovery.stopped',
        accountId: account.id,
        actorId: by.actorId,
        caller: by.caller,
        details: { by: 'support' },
      });
    const row = { id: newId('rec'), accountId: account.id, channel: 'support', sealedInput } as const;
    await repo.insertWaiting(tx, { ...row, ...origin, requestedBy, confirmedBy: by.actorId });
    await notices.notify(tx, { account, kind: 'recovery-started', everywhere: true });
    await audit.write(tx, {
      kind: 'recovery.requested',
      accountId: account.id,
      actorId: by.actorId,
      caller: by.caller,
      details: { channel: 'support', ...(by.reason !== undefined && { reason: by.reason }) },
    });
  };
}
