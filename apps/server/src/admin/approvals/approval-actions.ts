import { requireOtherAdmin } from '#account/administrators.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow, ApprovalKind } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { record, type AdminActor } from '#account/actor.ts';
import type { Access } from '#sign-in/session/access.ts';

export type Contact = { readonly phone: string } | { readonly email: string };

/** Recovers accounts at the request of support. Implemented by `sign-in/recovery`. */
export type SupportRecovery = {
  readonly start: (
    tx: Queryable,
    input: {
      readonly account: AccountsRow;
      readonly contact: Contact;
      readonly by: AdminActor;
      readonly requestedBy: string;
    },
  ) => Promise<void>;
  /** @throws AppError RECOVERY_RUNNING if support already began a recovery that is open */
  readonly requireNoneRunning: (tx: Queryable, accountId: string) => Promise<void>;
};

type Deps = Access & { readonly supportRecovery: SupportRecovery };

type Change = {
  readonly account: AccountsRow;
  readonly contact: Contact | null;
  readonly by: AdminActor;
  readonly requestedBy: string;
};

export type ApprovalAction = {
  /**
   * Throws an AppError if the account does not allow the change now. Requires the lock of the account's row.
   */
  readonly require: (tx: Queryable, account: AccountsRow) => Promise<void>;
  readonly run: (tx: Queryable, change: Change) => Promise<void>;
};

export function createApprovalActions({
  accounts,
  endAccess,
  supportRecovery,
  notices,
  audit,
}: Deps): Readonly<Record<ApprovalKind, ApprovalAction>> {
  /**
   * Changes the role and ends all access, because each role has its own session lifetime and sign-in proofs
   * (M7).
   */
  const setRole = async (tx: Queryable, { account, by }: Change, role: 'user' | 'admin'): Promise<void> => {
    await accounts.setRole(tx, account.id, role);
    await endAccess(tx, account, { supportRecovery: false });
    const isGranted = role === 'admin';
    await notices.notify(tx, { account, kind: isGranted ? 'role-granted' : 'role-withdrawn' });
    await audit.write(tx, { kind: isGranted ? 'role.granted' : 'role.withdrawn', ...record(by, account.id) });
  };

  /**
   * Notifies both administrators of a change that gives lasting access: an intruder may have requested or
   * confirmed it in the session of either.
   */
  const announce = async (tx: Queryable, { requestedBy, by }: Change): Promise<void> => {
    const { address, userAgent = '' } = by.caller;
    const kind = 'approval-confirmed';
    await notices.notify(tx, { account: { id: requestedBy }, kind });
    await notices.notify(tx, { account: { id: by.actorId }, kind, caller: { address, userAgent } });
  };

  return {
    'grant-admin': {
      async require(tx, account) {
        if (account.role === 'admin') throw new AppError('ROLE_UNCHANGED');
        if (account.status !== 'active') throw new AppError('ACCOUNT_LOCKED');
        // An administrator cannot set a first password with a code sent to the phone.
        if (!(await accounts.findProofs(tx, account.id))?.hasPassword) throw new AppError('NO_PASSWORD');
      },
      async run(tx, change) {
        await setRole(tx, change, 'admin');
        await announce(tx, change);
      },
    },
    'withdraw-admin': {
      async require(tx, account) {
        if (account.role !== 'admin') throw new AppError('ROLE_UNCHANGED');
        await requireOtherAdmin(tx, account.id);
      },
      run: (tx, change) => setRole(tx, change, 'user'),
    },
    'recover-account': {
      async require(tx, account) {
        if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
        if (account.status !== 'active' && !account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
        await supportRecovery.requireNoneRunning(tx, account.id);
      },
      async run(tx, { account, contact, by, requestedBy }) {
        if (!contact) throw new Error('a recovery without a contact was confirmed');
        await supportRecovery.start(tx, { account, contact, by, requestedBy });
      },
    },
    'export-hashes': {
      async require(_tx, account) {
        if (account.role !== 'admin') throw new AppError('FORBIDDEN');
      },
      /** Only announces the approval. The export starts later and then uses the approval with `useApproval`. */
      run: announce,
    },
  };
}
