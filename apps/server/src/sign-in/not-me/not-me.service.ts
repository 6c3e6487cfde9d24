import type { AccountRepo } from '#account/account.repo.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { NoticeRepo } from '#account/notices/notices.repo.ts';
import type { TwoStepRepo } from '#account/two-step/two-step.repo.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import { castsDoubtOnPhone } from '#sign-in/recovery/recovery.policy.ts';
import type { RecoveryRepo } from '#sign-in/recovery/recovery.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'hashSecret'>;
  readonly accounts: AccountRepo;
  readonly noticeRepo: NoticeRepo;
  readonly twoSteps: Pick<TwoStepRepo, 'replaceRecoveryCodes'>;
  readonly recoveryRepo: Pick<RecoveryRepo, 'stop'>;
  readonly counters: Pick<Counters, 'hit'>;
  readonly endAccess: EndAccess;
  readonly audit: Audit;
};

const invalidLinksPerHour = 100;

/** `locked`: the account is locked until its owner recovers the account. `stopped`: its recovery is stopped. */
export type NotMeOutcome = 'locked' | 'stopped';

/** Handles the "this wasn't me" link of a notice. */
export function createNotMeService(deps: Deps) {
  const { sql, accounts, noticeRepo, audit } = deps;

  const refuse = async ({ addressKey }: Caller): Promise<AppError> => {
    const [hit] = await deps.counters.hit([
      { key: `not-me-miss:${addressKey}`, windowSeconds: 3_600, limit: invalidLinksPerHour },
    ]);
    return hit?.isOver
      ? new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds })
      : new AppError('NOTICE_LINK_INVALID');
  };

  return {
    /**
     * Locks the account and ends all access to it, in one transaction. The link of a requested recovery only stops that
     * recovery: a stranger can request one and must not be able to have the account locked. Starts no session. A repeat
     * after a lost response succeeds while the account is locked.
     * @throws AppError NOTICE_LINK_INVALID, RATE_LIMITED
     */
    async report(code: string, caller: Caller): Promise<NotMeOutcome> {
      const tokenHash = /^[\w-]{22}$/u.test(code) ? deps.keys.hashSecret(code) : undefined;
      const outcome = tokenHash && (await sql.begin((tx) => follow(tx, tokenHash, caller)));
      if (!outcome) throw await refuse(caller);
      return outcome;
    },
  };

  async function follow(
    tx: Parameters<AccountRepo['lockRow']>[0],
    tokenHash: Buffer,
    caller: Caller,
  ): Promise<NotMeOutcome | undefined> {
    const link = await noticeRepo.findLink(tx, tokenHash);
    const account = link && (await accounts.lockRow(tx, link.accountId));
    if (!account) return undefined;
    const isFirst = await noticeRepo.consumeLink(tx, tokenHash);
    const { id: accountId } = account;
    const details = { by: 'owner', notice: link.kind };
    if (link.kind === 'recovery-started') {
      if (isFirst && (await deps.recoveryRepo.stop(tx, accountId)))
        await audit.write(tx, { kind: 'recovery.stopped', accountId, caller, details: { by: 'link' } });
      return 'stopped';
    }
    // The link was used before, and the owner has recovered the account since.
    if (!isFirst) return account.status === 'locked' ? 'locked' : undefined;
    // Someone who has one recovery code probably has all of them.
    if (link.kind === 'recovery-code-used') await deps.twoSteps.replaceRecoveryCodes(tx, accountId, []);
    const phoneInDoubt = castsDoubtOnPhone(link.kind);
    // A lock that an administrator set stays in place: the owner must not be able to open it.
    if (await accounts.lockForOwner(tx, accountId, { phoneInDoubt })) {
      const sessionsEnded = await deps.endAccess(tx, account);
      await publishWebhooks(tx, { event: 'account.locked', accountId, lockedBy: 'owner' });
      await audit.write(tx, {
        kind: 'account.locked',
        accountId,
        caller,
        details: { ...details, sessionsEnded },
      });
    } else if (phoneInDoubt) {
      await accounts.doubtPhone(tx, accountId);
      // Stop a recovery that began while the account was already locked: the owner is reporting the proof that it used.
      await deps.recoveryRepo.stop(tx, accountId);
      await audit.write(tx, { kind: 'account.locked', accountId, caller, details });
    }
    return 'locked';
  }
}

export type NotMeService = ReturnType<typeof createNotMeService>;
