import type { Body } from '@vid/contract/endpoints/index';
import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import { findPhoneHold } from '#account/phone-hold.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { requireTypedRecoveryCode } from '#account/two-step/recovery-code.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newLinkSecret } from '#lib/ids.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';
import { createPasswordComparison } from './recovery-password.ts';
import { mayStart, skipsWait } from './recovery.policy.ts';
import { originOf } from './recovery.repo.ts';

type StartByCode = Body<'POST /vid/ajax/auth/recovery/start-by-code'> & Visit;

/** With a token, the recovery can be completed immediately; otherwise its wait ends at `readyAt`. */
export type StartedByCode = { readonly recoveryToken: string } | { readonly readyAt: Date };

/** A valid recovery code: an unused code or, if `readyAt` is set, the code that started the open recovery. */
type UsableCode = {
  readonly account: AccountsRow & { readonly holdSeconds: number };
  readonly codeHash: Buffer;
  readonly readyAt?: Date;
};

/** Id used for a phone without an account, so that both cases run the same statements. */
const noAccount = 'acc_none';

/**
 * Recovers accounts with a recovery code, saved when two-step sign-in was set up. With the password and a
 * code that is not new, the recovery needs no wait (see `skipsWait`). Otherwise it waits 72 hours, in which
 * the owner can stop it, and the same code then continues it.
 */
export function createRecoveryByCodeService(deps: SignIn) {
  const { sql, keys, recoveryRepo: repo, accounts, passwords, twoSteps, audit } = deps;
  const comparePassword = createPasswordComparison(deps);

  const findCode = async (
    tx: Queryable,
    account: UsableCode['account'] | undefined,
    recoveryCode: string,
  ) => {
    const accountId = account?.id ?? noAccount;
    const codeHash = deps.twoStepSecrets.hashRecoveryCode(accountId, recoveryCode);
    if (!codeHash) return undefined;
    const isUnused = await twoSteps.hasRecoveryCode(tx, accountId, codeHash);
    const readyAt = await repo.findByCode(tx, accountId, codeHash);
    if (!account || (!isUnused && !readyAt)) return undefined;
    return { account, codeHash, ...(readyAt && { readyAt }) };
  };

  /**
   * Calls `use` with the code's account locked. An error rolls back the changes of `use`.
   * @throws AppError RECOVERY_CODE_INVALID; with a valid code ACCOUNT_LOCKED, RESET_BY_OPERATOR,
   * RECOVERY_REQUIRED
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
      throw new Error('an unused recovery code could not be used up');
  };

  const record = async (
    tx: Queryable,
    { account }: UsableCode,
    { caller, isProved }: { caller: Caller; isProved: boolean },
  ): Promise<void> => {
    const { recoveryCodesLeft: left } = await twoSteps.getState(tx, account.id);
    const kind = isProved ? 'recovery-code-used' : 'recovery-started';
    await deps.notices.notify(tx, { account, kind, caller });
    await audit.write(tx, {
      kind: 'recovery.requested',
      accountId: account.id,
      actorId: null,
      caller,
      details: { channel: 'code', withPassword: isProved, left },
    });
  };

  /**
   * Ends the open recovery and notifies the owner, who may be waiting for its link. Unlike a stop by the owner,
   * this end does not count against later recoveries.
   */
  const replace = async (tx: Queryable, account: AccountsRow, caller: Caller): Promise<void> => {
    await repo.deleteOpen(tx, account.id);
    await deps.notices.notify(tx, { account, kind: 'recovery-stopped', caller });
    await audit.write(tx, {
      kind: 'recovery.stopped',
      accountId: account.id,
      actorId: null,
      caller,
      details: { by: 'code' },
    });
  };

  /**
   * Begins the wait of a code. If the code's wait has already begun, returns its end, or a token once it is
   * over.
   * @throws AppError RECOVERY_STOPPED if the wait may not begin
   */
  const wait = async (tx: Queryable, code: UsableCode, caller: Caller): Promise<StartedByCode> => {
    const { account, codeHash, readyAt } = code;
    if (!readyAt) {
      const history = await repo.getHistory(tx, account.id);
      if (!mayStart('code', history)) throw new AppError('RECOVERY_STOPPED');
      if (history.open) await replace(tx, account, caller);
      await burn(tx, code);
      const row = { id: newId('rec'), accountId: account.id, channel: 'code', codeHash } as const;
      const end = await repo.insertWaiting(tx, { ...row, ...originOf(caller) });
      await record(tx, code, { caller, isProved: false });
      return { readyAt: end };
    }
    const recoveryToken = newLinkSecret();
    const tokenHash = keys.hashSecret(recoveryToken);
    if (!(await repo.setReadyByCode(tx, { accountId: account.id, codeHash, tokenHash }))) return { readyAt };
    await audit.write(tx, {
      kind: 'recovery.ready',
      accountId: account.id,
      actorId: null,
      caller,
      details: { channel: 'code' },
    });
    return { recoveryToken };
  };

  /**
   * Starts a recovery that can be completed immediately, or a wait if the code or the password is new, the
   * account is on hold or locked, or support recovers it.
   * @throws AppError CURRENT_PASSWORD_WRONG if the password has changed since its comparison (P10)
   */
  const startWithPassword = (input: StartByCode, hash: string): Promise<StartedByCode> =>
    withCode(input, async (tx, code) => {
      const { caller } = input;
      const { account } = code;
      if (!(await passwords.hasHash(tx, account.id, hash))) throw new AppError('CURRENT_PASSWORD_WRONG');
      const codeAgeSeconds = await twoSteps.getCodeAge(tx, account.id);
      const isLocked = account.status === 'locked';
      const { open } = await repo.getHistory(tx, account.id);
      const phoneHold = await findPhoneHold(passwords, tx, account.id);
      const holdSeconds = Math.max(account.holdSeconds, phoneHold?.seconds ?? 0);
      if (!skipsWait({ codeAgeSeconds, holdSeconds, isLocked, open })) return wait(tx, code, caller);
      await burn(tx, code);
      const recoveryToken = newLinkSecret();
      await repo.replaceWithReady(tx, {
        id: newId('rec'),
        accountId: account.id,
        tokenHash: keys.hashSecret(recoveryToken),
        ...originOf(caller),
      });
      await deps.noticeRepo.deleteDue(tx, account.id, 'recovery-started');
      await record(tx, code, { caller, isProved: true });
      return { recoveryToken };
    });

  return {
    /**
     * Starts a recovery and notifies the owner in the same transaction, or continues the recovery that the
     * code began.
     * @throws AppError PHONE_INVALID, VALIDATION_FAILED, CAPTCHA_INVALID, RATE_LIMITED;
     *   RECOVERY_CODE_INVALID, also for a phone without an account; with a valid code ACCOUNT_LOCKED,
     *   RESET_BY_OPERATOR, RECOVERY_REQUIRED; with a password CURRENT_PASSWORD_WRONG, AUTH_THROTTLED,
     *   OTP_REQUIRED, BUSY; RECOVERY_STOPPED if a wait may not begin, for example while support recovers the
     *   account
     */
    async start(request: StartByCode): Promise<StartedByCode> {
      const { caller } = request;
      const password =
        request.password === undefined ? undefined : requireComparablePassword(request.password, 'password');
      const input = { ...request, phone: requireAccountPhone(request.phone, deps.config) };
      requireTypedRecoveryCode(request.recoveryCode);
      await deps.captchas.consume(request.captchaToken, request.browser.preSession.hash, 'check');
      // A recovery code has 49 random bits, so a limit per phone would add no security and would let
      // attackers lock the owner out.
      const limit = { windowSeconds: 3_600, limit: deps.config.recoveryAddressHour };
      await deps.counters.allow(...networkHits('recovery-code', caller.addressKey, limit));
      let started: StartedByCode;
      if (password === undefined) started = await withCode(input, (tx, code) => wait(tx, code, caller));
      else {
        // Only the holder of a valid code may try passwords, so a call with a wrong code does not count as a
        // failed sign-in.
        await withCode(input, async () => undefined);
        started = await comparePassword(input, password, (hash) => startWithPassword(input, hash));
      }
      deps.notices.kick();
      return started;
    },
  };
}

function requireRecoverable(account: AccountsRow): void {
  if (account.role === 'admin') throw new AppError('RESET_BY_OPERATOR');
  if (account.status === 'locked' && !account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
  // If the phone is in doubt, only the confirmed address or support recovers the account.
  if (account.phoneInDoubt) throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
}
