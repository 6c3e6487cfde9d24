import { noticeSentence } from '@vid/contract/messages/message-texts';
import { isTrusted } from '#account/notices/notices.policy.ts';
import { orAccountExists } from '#account/require-phone.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { castsDoubtOnPhone, keepsSupport } from '#sign-in/recovery/recovery.policy.ts';
import type { SignIn } from '../services.ts';
import { changesPhone, createUndoChange, type Answer, type Undone } from './undo-change.ts';

const invalidLinksPerHour = 100;

/**
 * `locked`: the account is locked, by this report or an earlier lock. `stopped`: the reported recovery was
 * stopped or is no longer open.
 */
type Outcome = 'locked' | 'stopped';

export function createNotMeService(deps: SignIn) {
  const { sql, accounts, noticeRepo, audit } = deps;
  const undoChange = createUndoChange(deps);

  const hashOf = (code: string): Buffer | undefined =>
    /^[\w-]{22}$/u.test(code) ? deps.keys.hashSecret(code) : undefined;

  const refuse = async ({ addressKey }: Caller): Promise<never> => {
    const limit = { windowSeconds: 3_600, limit: invalidLinksPerHour };
    await deps.counters.allow(...networkHits('not-me-miss', addressKey, limit));
    throw new AppError('NOTICE_LINK_INVALID');
  };

  return {
    /**
     * Locks the account and ends all access to it in one transaction. A repeated call succeeds while the
     * account is locked. Exceptions:
     * - The link of a requested recovery only stops the recovery, because anyone can request one and must not
     * be able to have the account locked.
     * - A link sent to a phone or address added in the last 30 days stops no recovery by support, and no link
     * stops a second recovery by support within 30 days.
     * - For a day, the link of a replaced phone or address undoes the change instead.
     * @throws AppError NOTICE_LINK_INVALID, RATE_LIMITED; ACCOUNT_EXISTS if another account gets the former
     * phone at the same time
     */
    async report(code: string, caller: Caller): Promise<Undone | { readonly outcome: Outcome }> {
      const tokenHash = hashOf(code);
      const done = tokenHash && (await orAccountExists(sql.begin((tx) => follow(tx, tokenHash, caller))));
      deps.notices.kick();
      return done ?? refuse(caller);
    },

    /**
     * Describes the event that an unused link reports.
     * @throws AppError NOTICE_LINK_INVALID, RATE_LIMITED
     */
    async describe(code: string, caller: Caller) {
      const tokenHash = hashOf(code);
      const link = tokenHash && (await noticeRepo.findLink(sql, tokenHash));
      if (!link || link.usedAt !== null) return refuse(caller);
      const { createdAt, userAgent, address } = link;
      const place = deps.places.nameOf(address, caller.locale);
      return {
        text: noticeSentence(link.kind, caller.locale) ?? '',
        at: createdAt.toISOString(),
        device: describeDevice(userAgent),
        address,
        ...(place !== undefined && { place }),
        effect: effectOf(link),
      };
    },
  };

  async function follow(
    tx: Queryable,
    tokenHash: Buffer,
    caller: Caller,
  ): Promise<Undone | { readonly outcome: Outcome } | undefined> {
    const link = await noticeRepo.findLink(tx, tokenHash);
    if (!link) return undefined;
    if (link.undoes) await accounts.lockWithHolder(tx, link.accountId, link.formerChannel);
    const account = await accounts.lockRow(tx, link.accountId);
    if (!account) return undefined;
    if (link.undoes) return undoChange(tx, { link, tokenHash, account, caller });
    const outcome = await lock(tx, { link, tokenHash, account, caller });
    return outcome && { outcome };
  }

  async function lock(
    tx: Queryable,
    { link, tokenHash, account, caller }: Answer,
  ): Promise<Outcome | undefined> {
    const isFirst = await noticeRepo.consumeLink(tx, tokenHash);
    const { id: accountId } = account;
    const details = { by: 'owner', notice: link.kind };
    const report = { kind: link.kind, at: link.createdAt, channelSince: link.channelSince };
    const history = await deps.recoveryRepo.getHistory(tx, accountId);
    const supportRecovery = keepsSupport(report, history);
    const stop = async (): Promise<boolean> => {
      const isStopped = await deps.recoveryRepo.stop(tx, accountId, { keepsSupport: supportRecovery });
      if (isStopped) await deps.notices.notify(tx, { account, kind: 'recovery-stopped', caller });
      return isStopped;
    };
    if (link.kind === 'recovery-started') {
      const isStopped = isFirst && (await stop());
      if (isStopped)
        await audit.write(tx, { kind: 'recovery.stopped', accountId, caller, details: { by: 'link' } });
      return isStopped || (isTrusted(report) && history.open === null) ? 'stopped' : undefined;
    }
    // A used link must not lock the account again, because its owner may have recovered it since.
    if (!isFirst) return account.status === 'locked' ? 'locked' : undefined;
    // An intruder with one recovery code probably has all of them.
    if (link.reportsRecoveryCode) await deps.twoSteps.replaceRecoveryCodes(tx, accountId, []);
    const phoneInDoubt = castsDoubtOnPhone(report, await accounts.findPhoneHistory(tx, accountId));
    await accounts.dispute(tx, accountId, link.createdAt);
    // The intruder may have requested the deletion, and the owner of a locked account cannot sign in to
    // cancel it.
    if (await accounts.cancelDeletion(tx, accountId)) {
      await deps.notices.notify(tx, { account, kind: 'deletion-cancelled', caller });
      await audit.write(tx, { kind: 'deletion.cancelled', accountId, caller, details });
    }
    // An administrator's lock stays, because the owner must not be able to remove it.
    if (await accounts.lockForOwner(tx, accountId, { phoneInDoubt })) {
      const sessionsEnded = await deps.endAccess(tx, account, { supportRecovery });
      await publishWebhooks(tx, { event: 'account.locked', accountId, lockedBy: 'owner' });
      await audit.write(tx, {
        kind: 'account.locked',
        accountId,
        caller,
        details: { ...details, sessionsEnded },
      });
    } else if (account.lockedByOwner || phoneInDoubt) {
      if (phoneInDoubt) await accounts.doubtPhone(tx, accountId);
      // The reported event may have started a recovery of the locked account.
      await stop();
      await audit.write(tx, { kind: 'account.locked', accountId, caller, details });
    }
    return 'locked';
  }
}

function effectOf(link: Answer['link']): 'lock' | 'stop' | 'restore-phone' | 'restore-email' {
  if (link.undoes) return changesPhone(link) ? 'restore-phone' : 'restore-email';
  return link.kind === 'recovery-started' ? 'stop' : 'lock';
}
