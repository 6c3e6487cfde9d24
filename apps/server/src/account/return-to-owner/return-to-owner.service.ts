import { holdSeconds } from '@vid/contract/limits';
import type { EndAccess } from '#account/end-access.ts';
import { removePasskey } from '#account/passkeys/passkey.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import { maskEmail } from '#lib/text/email.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import { stopBulkChanges } from '#platform/bulk/bulk.service.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import {
  castsDoubt,
  endsPassword,
  isKeptAtReset,
  keepsApp,
  keepsDoubt,
  keepsEmail,
  keepsEmailAtReset,
  keepsOlderLinks,
  keepsUndo,
  opensLock,
  provesOwner,
  provesPhone,
  restoresEmail,
  rightsSince,
  trustedUntil,
  type Removed,
  type ReturnFacts,
  type ReturnWay,
} from './return-to-owner.policy.ts';
import type { AccountEmail } from './return-to-owner.repo.ts';

export type ReturnActor = Pick<AuditEvent, 'caller'> & Partial<Pick<AuditEvent, 'actorId'>>;

/**
 * Account and start of a period. A return withdraws the consents or rights that the account gave since then.
 */
export type GivenSince = {
  readonly accountId: string;
  readonly since: Date;
  readonly by: ReturnActor;
};

export type ReturnDeps = AccountServices & {
  readonly endAccess: EndAccess;
  /** Withdraws consents to applications. Implemented by `consent`. */
  readonly consents: {
    readonly withdrawSince: (tx: Queryable, given: GivenSince) => Promise<readonly Removed[]>;
  };
  /** Refuses approvals that an administrator requested. Implemented by `admin/approvals`. */
  readonly withdrawApprovals: (
    tx: Queryable,
    given: Pick<GivenSince, 'accountId' | 'by'>,
  ) => Promise<readonly Removed[]>;
  /** Stops imports that an administrator started. Implemented by `admin/import`. */
  readonly stopImports: (tx: Queryable, given: Pick<GivenSince, 'accountId' | 'by'>) => Promise<void>;
  /** Stops notices of data incidents that an administrator requested. Implemented by `admin/incidents`. */
  readonly stopNotices: (tx: Queryable, given: Pick<GivenSince, 'accountId' | 'by'>) => Promise<void>;
  /** Ends recoveries by support that an administrator began for others. Implemented by `sign-in/recovery`. */
  readonly recoveries: {
    readonly deleteOfAdministrator: (
      tx: Queryable,
      accountId: string,
    ) => Promise<readonly { readonly accountId: string; readonly createdAt: Date }[]>;
  };
  /** Undoes the account's changes in applications. Implemented by `applications`. */
  readonly withdrawRights: (tx: Queryable, given: GivenSince) => Promise<readonly Removed[]>;
  /** Undoes the permissions that `withdrawRights` leaves to a task. Implemented by `applications`. */
  readonly givenPermissions: {
    readonly undoSoon: (tx: Queryable, accountId: string) => Promise<void>;
  };
};

type Input = {
  /** The account's row, which the transaction has locked. */
  readonly account: Pick<AccountsRow, 'id' | 'phone' | 'status' | 'lockedByOwner'>;
  readonly way: ReturnWay;
  /** The account's phone after the return, or null for none; by default, its present phone. */
  readonly phone?: string | null;
  readonly by: ReturnActor;
};

/**
 * Creates a function that returns an account to its owner, in the transaction of the change that gives it back.
 * That function ends all access, removes passkeys and social accounts, the e-mail address and the authenticator
 * app unless the policy keeps them, and the consents and rights that may be an intruder's, ends a lock by the
 * owner, and puts sensitive changes on hold. Returns the number of sessions that ended. Send the notice of the
 * return afterwards, because the return invalidates the links of earlier notices.
 */
export function createReturnToOwner(deps: ReturnDeps) {
  const { returnRepo: repo, accounts, passwords, audit } = deps;

  const removeAuthenticator = async (
    tx: Queryable,
    by: ReturnActor & { readonly accountId: string },
    { way, facts }: { readonly way: ReturnWay; readonly facts: ReturnFacts },
  ): Promise<readonly Removed[]> => {
    const confirmedAt = await repo.findAuthenticator(tx, by.accountId);
    if (confirmedAt && keepsApp(way, confirmedAt, facts)) {
      await deps.twoSteps.removeSince(tx, by.accountId, trustedUntil(facts));
      return [];
    }
    // Call `remove` even without a confirmed app, because it also deletes an unfinished set-up.
    await deps.twoSteps.remove(tx, by.accountId);
    if (!confirmedAt) return [];
    await audit.write(tx, { kind: 'two-step.switched-off', ...by, details: {} });
    return [{ kind: 'authenticator-app', name: '', addedAt: confirmedAt.toISOString() }];
  };

  /**
   * Stops support recoveries of other accounts that this account requested or confirmed. Returns an item for
   * each.
   */
  const stopRecoveries = async (
    tx: Queryable,
    { accountId: actorId, ...by }: ReturnActor & { readonly accountId: string },
  ): Promise<readonly Removed[]> => {
    const rows = await deps.recoveries.deleteOfAdministrator(tx, actorId);
    for (const { accountId } of rows) {
      const account = { id: accountId };
      await deps.notices.notify(tx, { account, kind: 'recovery-stopped' });
      await audit.write(tx, {
        kind: 'recovery.stopped',
        actorId,
        ...by,
        accountId,
        details: { by: 'support' },
      });
    }
    return rows.map(({ createdAt }) => ({ kind: 'approval', name: '', addedAt: createdAt.toISOString() }));
  };

  return async (tx: Queryable, { account, way, by, ...input }: Input): Promise<number> => {
    const { id: accountId } = account;
    const phone = input.phone === undefined ? account.phone : input.phone;
    const facts = await repo.findFacts(tx, accountId);
    const since = rightsSince(facts, deps.config);
    const opens = account.status === 'locked' && opensLock(way, account);
    const sessionsEnded = await deps.endAccess(tx, account, { isReturn: true, nextPhone: phone });
    const about = { ...by, accountId };
    const given = { accountId, since, by };
    const removed = [
      ...(await removePasskeys(deps, tx, about)),
      ...(await removeAuthenticator(tx, about, { way, facts })),
      ...(await removeIdentities(deps, tx, about)),
      ...(await removeEmail(deps, tx, about, {
        keeps: (email) => keepsEmail(way, email, facts),
        restores: (confirmedAt) => restoresEmail(way, confirmedAt, facts),
      })),
      ...(await deps.consents.withdrawSince(tx, given)),
      ...(await deps.withdrawRights(tx, given)),
      ...(await deps.withdrawApprovals(tx, given)),
      ...(await stopRecoveries(tx, about)),
    ];
    await stopBulkChanges(tx, audit, given);
    await deps.stopImports(tx, given);
    await deps.stopNotices(tx, given);
    // Delete former addresses, so that a later return cannot restore an address that this return rejected.
    await repo.deleteFormerEmails(tx, accountId);
    if (endsPassword(way)) await passwords.delete(tx, accountId);
    const earlier = await repo.findUnseen(tx, accountId);
    await accounts.giveBack(tx, account, {
      phone,
      opens,
      wakes: provesOwner(way),
      keepsDoubt: keepsDoubt(way),
      castsDoubt: castsDoubt(way, facts),
      keepsFormer: way !== 'phone-restored',
      holdSeconds,
    });
    // Delete links and waiting notices after the phone is restored, so that a notice to the restored phone is
    // deleted too.
    await deps.noticeRepo.deleteLinks(tx, accountId, {
      keepsUndo: keepsUndo(way),
      keptBefore: keepsOlderLinks(way, facts) ? facts.phoneSince : null,
    });
    if (opens) await publishWebhooks(tx, { event: 'account.unlocked', accountId });
    await repo.store(tx, {
      accountId,
      way,
      rightsSince: since,
      sessionsEnded: sessionsEnded + (earlier?.sessionsEnded ?? 0),
      removed: [...(earlier?.removed ?? []), ...removed],
      isPhoneProved: provesPhone(way, facts),
    });
    // The intruder may have requested the deletion of the account.
    if (await accounts.cancelDeletion(tx, accountId)) {
      await audit.write(tx, { kind: 'deletion.cancelled', ...about, details: {} });
      await deps.notices.notify(tx, { account, kind: 'deletion-cancelled' });
    }
    await deps.givenPermissions.undoSoon(tx, accountId);
    return sessionsEnded;
  };
}

/**
 * Unless the rules keep the address, removes it and restores the most recently replaced address that the rules
 * allow, if any. Returns the removed address; an empty list if none was removed.
 */
async function removeEmail(
  { returnRepo: repo, accounts, notices, audit }: AccountServices,
  tx: Queryable,
  by: ReturnActor & { readonly accountId: string },
  rules: {
    readonly keeps: (email: AccountEmail) => boolean;
    readonly restores: (confirmedAt: Date) => boolean;
  },
): Promise<readonly Removed[]> {
  const { accountId } = by;
  const present = await repo.findEmail(tx, accountId);
  if (present && rules.keeps(present)) return [];
  if (present?.isConfirmed)
    await notices.notify(tx, { account: { id: accountId }, kind: 'email-removed', skipsPhone: true });
  await repo.deleteEmailLink(tx, accountId);
  const former = await repo.listFormerEmails(tx, accountId);
  const own = former.find(({ addedAt }) => rules.restores(addedAt));
  if (own) {
    await accounts.restoreEmail(tx, accountId, own);
    await audit.write(tx, { kind: 'email.confirmed', ...by, details: { restored: true } });
  } else if (present) await accounts.removeEmail(tx, accountId);
  if (!present) return [];
  await audit.write(tx, { kind: 'email.removed', ...by, details: {} });
  return [{ kind: 'email', name: maskEmail(present.email), addedAt: present.addedAt.toISOString() }];
}

type Keeps = (addedAt: Date) => boolean;

/**
 * A return keeps no passkey or social account, because an intruder may have added it, or may control the social
 * account that the member used to sign up.
 */
const keepsNone: Keeps = () => false;

async function removePasskeys(
  deps: AccountServices,
  tx: Queryable,
  by: ReturnActor & { readonly accountId: string },
  keeps: Keeps = keepsNone,
): Promise<readonly Removed[]> {
  const passkeys = await deps.returnRepo.listPasskeys(tx, by.accountId);
  const removed = passkeys.filter(({ createdAt }) => !keeps(createdAt));
  for (const { id } of removed) {
    await removePasskey(tx, { accountId: by.accountId, id });
    await deps.audit.write(tx, { kind: 'passkey.removed', ...by, details: { passkeyId: id } });
  }
  return removed.map(({ name, createdAt }) => ({ kind: 'passkey', name, addedAt: createdAt.toISOString() }));
}

async function removeIdentities(
  deps: AccountServices,
  tx: Queryable,
  by: ReturnActor & { readonly accountId: string },
  keeps: Keeps = keepsNone,
): Promise<readonly Removed[]> {
  const identities = await deps.returnRepo.listIdentities(tx, by.accountId);
  const removed = identities.filter(({ linkedAt }) => !keeps(linkedAt));
  for (const { provider } of removed) {
    await deps.identities.delete(tx, { accountId: by.accountId, provider });
    await deps.audit.write(tx, { kind: 'identity.removed', ...by, details: { provider } });
  }
  return removed.map(({ provider, linkedAt }) => ({
    kind: 'identity',
    name: provider,
    addedAt: linkedAt.toISOString(),
  }));
}

/**
 * Creates a function that removes recently added passkeys and social accounts, and the e-mail address unless
 * `keepsEmailAtReset` keeps it, in the transaction that resets a forgotten password. A thief of the password
 * may have added them, and the owner may not have read the notices.
 */
export function createRemoveRecent(deps: AccountServices) {
  return async (tx: Queryable, by: ReturnActor & { readonly accountId: string }): Promise<void> => {
    const facts = await deps.returnRepo.findFacts(tx, by.accountId);
    const keeps: Keeps = (addedAt) => isKeptAtReset(addedAt, facts);
    await removePasskeys(deps, tx, by, keeps);
    await removeIdentities(deps, tx, by, keeps);
    await removeEmail(deps, tx, by, {
      keeps: (email) => keepsEmailAtReset(email, facts),
      // Only a full return restores the former address, because the owner may no longer use that mailbox.
      restores: () => false,
    });
  };
}
