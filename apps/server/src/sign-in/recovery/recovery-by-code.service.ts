import type { AccountRepo } from '#account/account.repo.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { TwoStepRepo } from '#account/two-step/two-step.repo.ts';
import type { TwoStepSecrets } from '#account/two-step/two-step-secrets.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import { codeTtlSeconds } from './recovery.policy.ts';
import type { RecoveryRepo } from './recovery.repo.ts';

type Deps = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'hashSecret'>;
  readonly repo: RecoveryRepo;
  readonly accounts: AccountRepo;
  readonly twoSteps: TwoStepRepo;
  readonly twoStepSecrets: TwoStepSecrets;
  readonly captchas: Pick<CaptchaService, 'consume'>;
  readonly counters: Pick<Counters, 'hit'>;
  readonly notices: NoticeService;
  readonly audit: Audit;
};

/** A code has 50 random bits, so a limit for each phone would only let strangers lock its owner out. */
const triesPerHour = 20;

/** For a phone without an account, so that both cases run the same statements. */
const noAccount = 'acc_none';

/** Recovery with a code that the owner saved when setting up two-step sign-in. It needs no waiting time. */
export function createRecoveryByCodeService(deps: Deps) {
  const { sql, keys, repo, accounts, twoSteps, audit } = deps;

  return {
    /**
     * Uses up the code and returns the token that completes the recovery. The owner is told by the same transaction, and
     * the link of that notice ends the recovery.
     * @throws AppError PHONE_INVALID, CAPTCHA_INVALID, RATE_LIMITED, RECOVERY_CODE_INVALID also for a phone without an
     *   account; with a valid code ACCOUNT_LOCKED, RESET_BY_OPERATOR, RECOVERY_REQUIRED
     */
    async start(input: {
      phone: string;
      recoveryCode: string;
      captchaToken: string;
      caller: Caller;
      preSession: PreSession;
    }): Promise<{ recoveryToken: string; expiresIn: number }> {
      const { caller } = input;
      const phone = requireAccountPhone(input.phone, deps.config);
      await deps.captchas.consume(input.captchaToken, input.preSession.hash, 'check');
      const [hit] = await deps.counters.hit([
        { key: `recovery-code:${caller.addressKey}`, windowSeconds: 3_600, limit: triesPerHour },
      ]);
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
      const recoveryToken = newLinkSecret();
      const isStarted = await sql.begin(async (tx) => {
        const account = await accounts.lockByPhone(tx, phone);
        const accountId = account?.id ?? noAccount;
        const codeHash = deps.twoStepSecrets.hashRecoveryCode(accountId, input.recoveryCode);
        const isUsed = codeHash !== undefined && (await twoSteps.useRecoveryCode(tx, accountId, codeHash));
        if (!account || !isUsed) {
          const details = { channel: 'code' };
          await audit.write(tx, {
            kind: 'recovery.refused',
            ...(account && { accountId: account.id }),
            actorId: null,
            caller,
            details,
          });
          return false;
        }
        // An error rolls back, so the code stays unused.
        requireRecoverable(account);
        await repo.replaceWithReady(tx, {
          id: newId('rec'),
          accountId,
          tokenHash: keys.hashSecret(recoveryToken),
          userAgent: caller.userAgent,
          address: caller.address,
          requestId: caller.requestId,
        });
        const { recoveryCodesLeft: left } = await twoSteps.getState(tx, accountId);
        await audit.write(tx, {
          kind: 'recovery.requested',
          accountId,
          actorId: null,
          caller,
          details: { channel: 'code', left },
        });
        await deps.notices.notify(tx, { account, kind: 'recovery-code-used', everywhere: true, caller });
        return true;
      });
      if (!isStarted) throw new AppError('RECOVERY_CODE_INVALID');
      deps.notices.kick();
      return { recoveryToken, expiresIn: codeTtlSeconds };
    },
  };
}

function requireRecoverable(account: AccountsRow): void {
  if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
  if (account.status === 'active') return;
  if (!account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
  // The owner reported a change after which the account must not open without the waiting time.
  if (account.phoneInDoubt) throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
}

export type RecoveryByCodeService = ReturnType<typeof createRecoveryByCodeService>;
