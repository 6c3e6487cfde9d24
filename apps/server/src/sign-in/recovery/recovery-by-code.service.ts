import type { AccountRepo } from '#account/account.repo.ts';
import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { TwoStepRepo } from '#account/two-step/two-step.repo.ts';
import type { TwoStepSecrets } from '#account/two-step/two-step-secrets.ts';
import type { Config } from '#config/config.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import type { PasswordAttempt, RecoveryPassword } from './recovery-password.ts';
import { mayStart } from './recovery.policy.ts';
import { originOf, type RecoveryRepo } from './recovery.repo.ts';

type Deps = {
  readonly config: Pick<Config, 'phoneCountries' | 'recoveryAddressHour'>;
  readonly sql: Sql;
  readonly keys: Pick<Keys, 'hashSecret'>;
  readonly repo: RecoveryRepo;
  readonly accounts: AccountRepo;
  readonly recoveryPassword: RecoveryPassword;
  readonly twoSteps: TwoStepRepo;
  readonly twoStepSecrets: TwoStepSecrets;
  readonly captchas: Pick<CaptchaService, 'consume'>;
  readonly counters: Pick<Counters, 'hit'>;
  readonly notices: NoticeService;
  readonly audit: Audit;
};

export type StartByCode = PasswordAttempt & {
  readonly recoveryCode: string;
  readonly password: string | undefined;
  readonly captchaToken: string;
  readonly preSession: PreSession;
};

/** The outcome of a start. The recovery can be completed at once if there is a token. */
export type StartedByCode = { readonly recoveryToken: string } | { readonly readyAt: Date };

/** A valid recovery code. `readyAt` is set if the code has begun the open recovery; otherwise the code is unused. */
type UsableCode = { readonly account: AccountsRow; readonly codeHash: Buffer; readonly readyAt?: Date };

/** The account id for a phone without an account, so that both cases run the same statements. */
const noAccount = 'acc_none';

/**
 * Recovery with a code that the owner saved when setting up two-step sign-in. With the account's password it needs no
 * waiting time. Without it the owner can stop the recovery for 72 hours, and the same code then continues it.
 */
export function createRecoveryByCodeService(deps: Deps) {
  const { sql, keys, repo, accounts, twoSteps, audit } = deps;

  const findCode = async (tx: Queryable, account: AccountsRow | undefined, recoveryCode: string) => {
    const accountId = account?.id ?? noAccount;
    const codeHash = deps.twoStepSecrets.hashRecoveryCode(accountId, recoveryCode);
    if (!codeHash) return undefined;
    const isUnused = await twoSteps.hasRecoveryCode(tx, accountId, codeHash);
    const readyAt = await repo.findByCode(tx, accountId, codeHash);
    if (!account || (!isUnused && !readyAt)) return undefined;
    return { account, codeHash, ...(readyAt && { readyAt }) };
  };

  /**
   * Calls `use` with a valid code, under the lock of its account. An error rolls back the changes of `use`.
   * @throws AppError RECOVERY_CODE_INVALID; with a valid code ACCOUNT_LOCKED, RESET_BY_OPERATOR, RECOVERY_REQUIRED
   */
  const withCode = async <T>(
    { phone, recoveryCode, caller }: StartByCode,
    use: (tx: Queryable, code: UsableCode) => Promise<T>,
  ): Promise<T> => {
    const done = await sql.begin(async (tx) => {
      const account = await accounts.lockByPhone(tx, phone);
      const code = await findCode(tx, account, recoveryCode);
      if (code) {
        requireRecoverable(code.account);
        return { result: await use(tx, code) };
      }
      await audit.write(tx, {
        kind: 'recovery.refused',
        accountId: account?.id,
        actorId: null,
        caller,
        details: { channel: 'code' },
      });
      return undefined;
    });
    if (!done) throw new AppError('RECOVERY_CODE_INVALID');
    return done.result;
  };

  const burn = async (tx: Queryable, { account, codeHash, readyAt }: UsableCode): Promise<void> => {
    if (!readyAt && !(await twoSteps.useRecoveryCode(tx, account.id, codeHash)))
      throw new Error('an unused code was not used up');
  };

  /** Records a recovery that begins. */
  const record = async (
    tx: Queryable,
    { account }: UsableCode,
    { caller, isProved }: { caller: Caller; isProved: boolean },
  ): Promise<void> => {
    const { recoveryCodesLeft: left } = await twoSteps.getState(tx, account.id);
    const kind = isProved ? 'recovery-code-used' : 'recovery-started';
    await deps.notices.notify(tx, { account, kind, everywhere: true, caller });
    await audit.write(tx, {
      kind: 'recovery.requested',
      accountId: account.id,
      actorId: null,
      caller,
      details: { channel: 'code', withPassword: isProved, left },
    });
  };

  /** Begins the waiting time, or continues after it. */
  const startWithoutPassword = (input: StartByCode): Promise<StartedByCode> =>
    withCode(input, async (tx, code) => {
      const { account, codeHash, readyAt } = code;
      const { caller } = input;
      if (!readyAt) {
        if (!mayStart('code', await repo.getHistory(tx, account.id))) throw new AppError('RECOVERY_STOPPED');
        await burn(tx, code);
        const row = { id: newId('rec'), accountId: account.id, channel: 'code', codeHash } as const;
        const end = await repo.insertWaiting(tx, { ...row, ...originOf(caller) });
        await record(tx, code, { caller, isProved: false });
        return { readyAt: end };
      }
      const recoveryToken = newLinkSecret();
      const tokenHash = keys.hashSecret(recoveryToken);
      if (!(await repo.setReadyByCode(tx, { accountId: account.id, codeHash, tokenHash })))
        return { readyAt };
      const details = { channel: 'code' };
      await audit.write(tx, {
        kind: 'recovery.ready',
        accountId: account.id,
        actorId: null,
        caller,
        details,
      });
      return { recoveryToken };
    });

  /**
   * Starts a recovery that can be completed at once.
   * @throws AppError CURRENT_PASSWORD_WRONG, also if the password has changed since it was compared (P10)
   */
  const startWithPassword = (input: StartByCode, hash: string): Promise<StartedByCode> =>
    withCode(input, async (tx, code) => {
      const { caller } = input;
      const { account } = code;
      if (!(await accounts.hasHash(tx, account.id, hash))) throw new AppError('CURRENT_PASSWORD_WRONG');
      await burn(tx, code);
      const recoveryToken = newLinkSecret();
      await repo.replaceWithReady(tx, {
        id: newId('rec'),
        accountId: account.id,
        tokenHash: keys.hashSecret(recoveryToken),
        ...originOf(caller),
      });
      await record(tx, code, { caller, isProved: true });
      return { recoveryToken };
    });

  return {
    /**
     * Starts a recovery. Redeems the code and notifies the owner in one transaction.
     * @throws AppError PHONE_INVALID, VALIDATION_FAILED, CAPTCHA_INVALID, RATE_LIMITED, RECOVERY_CODE_INVALID also for
     * a phone without an account; with a valid code ACCOUNT_LOCKED, RESET_BY_OPERATOR, RECOVERY_REQUIRED; with a
     * password CURRENT_PASSWORD_WRONG, AUTH_THROTTLED, OTP_REQUIRED, BUSY; without one RECOVERY_STOPPED
     */
    async start(request: StartByCode): Promise<StartedByCode> {
      const { caller } = request;
      const password =
        request.password === undefined ? undefined : requireComparablePassword(request.password, 'password');
      const input = { ...request, phone: requireAccountPhone(request.phone, deps.config) };
      await deps.captchas.consume(request.captchaToken, request.preSession.hash, 'check');
      // A code has 50 random bits, so a limit for each phone would only let strangers lock its owner out.
      const [hit] = await deps.counters.hit([
        {
          key: `recovery-code:${caller.addressKey}`,
          windowSeconds: 3_600,
          limit: deps.config.recoveryAddressHour,
        },
      ]);
      if (hit?.isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: hit.resetsInSeconds });
      let started: StartedByCode;
      if (password === undefined) started = await startWithoutPassword(input);
      else {
        // Only the holder of a valid recovery code may try passwords. Checking the code first also keeps a mistyped
        // recovery code from counting as a failed password.
        await withCode(input, async () => undefined);
        started = await deps.recoveryPassword.compare(input, password, (hash) =>
          startWithPassword(input, hash),
        );
      }
      deps.notices.kick();
      return started;
    },
  };
}

function requireRecoverable(account: AccountsRow): void {
  if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
  if (account.status === 'active') return;
  if (!account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
  // The owner reported a change after which only the confirmed address opens the account.
  if (account.phoneInDoubt) throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
}

export type RecoveryByCodeService = ReturnType<typeof createRecoveryByCodeService>;
