import type { Body } from '@vid/contract/endpoints/index';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import { requireAccountPhone, requirePhone } from '#account/require-phone.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import { useOf } from '#sign-in/otp/otp-token.ts';
import type { SignIn } from '../services.ts';
import { hasLostChannel, sealRecoveryInput } from './advance-recoveries.ts';
import { foldEmail, mayStart } from './recovery.policy.ts';
import { originOf } from './recovery.repo.ts';

type Deps = SignIn & {
  /** Advances stored requests; a scheduled task also does so every minute. */
  readonly advance: () => Promise<void>;
};

/** Maximum number of requests per hour for each pair of phone and e-mail address. */
const startsPerHour = 3;
const windowSeconds = 3_600;
const invalidLinksPerHour = 100;

/**
 * Recovers accounts by mail, for owners who have lost their phone, and dormant accounts by their phone. A
 * recovery waits for 72 hours, in which the owner can stop it.
 */
export function createRecoveryService(deps: Deps) {
  const { sql, keys, recoveryRepo: repo, accounts, passwords, otpTokens, audit } = deps;

  const hashOf = (token: string): Buffer | undefined =>
    /^[\w-]{22}$/u.test(token) ? keys.hashSecret(token) : undefined;

  const requireReady = async (token: string, { addressKey }: Caller) => {
    const tokenHash = hashOf(token);
    const ready = tokenHash && (await repo.findReady(tokenHash));
    if (ready) return { ...ready, tokenHash };
    const limit = { windowSeconds, limit: invalidLinksPerHour };
    await deps.counters.allow(...networkHits('recovery-miss', addressKey, limit));
    throw new AppError('RECOVERY_LINK_INVALID');
  };

  /**
   * Converts the failure of a change to a phone that another account has.
   * @throws AppError ACCOUNT_EXISTS, or RECOVERY_REQUIRED if that account is dormant
   */
  const orTaken = async (work: Promise<void>, phone: string): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!isUniqueViolation(error, 'accounts_phone_key')) throw error;
      if (await accounts.isPhoneDormant(phone))
        throw new AppError('RECOVERY_REQUIRED', { cause: error, details: { reason: 'dormant' } });
      throw new AppError('ACCOUNT_EXISTS', { cause: error });
    }
  };

  return {
    advance: deps.advance,

    /**
     * Stores a request. A background task compares the request with the accounts, so the response reveals
     * nothing about them.
     * @throws AppError PHONE_INVALID, CAPTCHA_INVALID, RATE_LIMITED; RECOVERY_UNAVAILABLE without an e-mail
     *   server
     */
    async start(input: Body<'POST /vid/ajax/auth/recovery/start'> & Visit): Promise<void> {
      const phone = requireAccountPhone(input.phone, deps.config);
      const email = foldEmail(input.email);
      if (!deps.mail.isConfigured) throw new AppError('RECOVERY_UNAVAILABLE');
      const { caller } = input;
      await deps.captchas.consume(input.captchaToken, input.browser.preSession.hash, 'check');
      const name = keys.pepper('counter', `${phone} ${email}`).toString('base64url');
      const ofNetwork = { windowSeconds, limit: deps.config.recoveryAddressHour };
      await deps.counters.allow(...networkHits('recovery-addr', caller.addressKey, ofNetwork), {
        key: `recovery:${name}`,
        windowSeconds,
        limit: startsPerHour,
      });
      await repo.insertReceived({
        id: newId('rec'),
        sealedInput: sealRecoveryInput(keys, { phone, email }),
        ...originOf(caller),
      });
      deps.background.run('advance recoveries', deps.advance);
    },

    /**
     * Starts the recovery of a dormant account by its phone. The recovery waits even after a verified code,
     * because the number may have a new owner.
     * @throws AppError PHONE_INVALID, OTP_TOKEN_INVALID; RECOVERY_NOT_NEEDED unless the phone belongs to a
     * dormant, unlocked account of a member; RECOVERY_STOPPED if the phone is in doubt, the account has an
     * authenticator app, or a recovery may not begin
     */
    async startByPhone(
      input: Body<'POST /vid/ajax/auth/recovery/start-by-phone'> & Visit,
    ): Promise<{ readyAt: string }> {
      const phone = requireAccountPhone(input.phone, deps.config);
      const { caller } = input;
      const use = useOf(input, phone, 'signin', 'forget-password');
      // Check the token first: without a code, a stranger must not lock the account's row, on which its
      // owner's calls wait.
      await otpTokens.requireLive(use);
      const readyAt = await sql.begin(async (tx) => {
        const account = await accounts.lockByPhone(tx, phone);
        await otpTokens.consume(tx, use);
        if (
          !account ||
          account.role !== 'user' ||
          account.status !== 'active' ||
          !(await accounts.isDormant(tx, account.id))
        )
          throw new AppError('RECOVERY_NOT_NEEDED');
        if (account.phoneInDoubt) throw new AppError('RECOVERY_STOPPED');
        // A recovery would remove the second step, and a new owner of the phone number could complete it.
        const { confirmedAt: appSince } = await deps.twoSteps.getState(tx, account.id);
        if (appSince !== null) throw new AppError('RECOVERY_STOPPED');
        if (!mayStart('phone', await repo.getHistory(tx, account.id))) throw new AppError('RECOVERY_STOPPED');
        const end = await repo.insertWaiting(tx, {
          id: newId('rec'),
          accountId: account.id,
          channel: 'phone',
          ...originOf(caller),
        });
        await deps.notices.notify(tx, { account, kind: 'recovery-started', caller });
        await audit.write(tx, {
          kind: 'recovery.requested',
          accountId: account.id,
          actorId: null,
          caller,
          details: { channel: 'phone' },
        });
        return end;
      });
      deps.notices.kick();
      return { readyAt: readyAt.toISOString() };
    },

    /** Returns whether recovery by mail is available, and whether this browser has a recovery to complete. */
    async find(token: string | undefined): Promise<{ byMail: boolean; canComplete: boolean }> {
      const tokenHash = token === undefined ? undefined : hashOf(token);
      const ready = tokenHash && (await repo.findReady(tokenHash));
      return { byMail: deps.mail.isConfigured, canComplete: ready !== undefined };
    },

    /**
     * Returns the seconds for which a link remains valid.
     * @throws AppError RECOVERY_LINK_INVALID, RATE_LIMITED
     */
    async check(token: string, caller: Caller): Promise<{ expiresIn: number }> {
      const { expiresIn } = await requireReady(token, caller);
      return { expiresIn };
    },

    /**
     * Sets a new password and the verified phone, and returns the account to its owner, in one transaction
     * (P10). Ends a lock by the owner, and starts no session.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, VALIDATION_FAILED, PASSWORD_*, BUSY,
     * RECOVERY_LINK_INVALID, RATE_LIMITED, OTP_TOKEN_INVALID; with a valid token ACCOUNT_LOCKED;
     * ACCOUNT_EXISTS if another account has the phone and did not get it after this account lost it in the
     * last 30 days; RECOVERY_REQUIRED if that account is dormant and `isNewOwner` is false
     */
    async complete(
      input: Body<'POST /vid/ajax/auth/recovery/complete'> & Visit & { readonly token: string },
    ): Promise<void> {
      const { caller } = input;
      const phone = requirePhone(input.phone, deps.config);
      const password = requireGoodPassword(input.newPassword, phone, 'newPassword');
      const { tokenHash, accountId } = await requireReady(input.token, caller);
      const use = useOf(input, phone, 'recovery');
      await deps.hasher.admit({ signal: input.signal, address: caller.addressKey }, async (slot) => {
        // Check the token before the expensive hashing.
        await otpTokens.requireLive(use);
        const hash = await slot.hash(password);
        const work = sql.begin(async (tx) => {
          await accounts.lockWithHolder(tx, accountId, phone);
          const account = await accounts.lockRow(tx, accountId);
          const completed = account && (await repo.complete(tx, tokenHash));
          // The owner may have replaced the mailbox that got the link.
          if (!completed || hasLostChannel(deps.keys, completed, account))
            throw new AppError('RECOVERY_LINK_INVALID');
          await otpTokens.consume(tx, use);
          if (account.status === 'locked' && !account.lockedByOwner) throw new AppError('ACCOUNT_LOCKED');
          if (input.isNewOwner && phone !== account.phone) await deps.releasePhone(tx, phone, caller);
          const lostAt = await accounts.findPhoneLoss(tx, account.id, phone);
          if (lostAt && phone !== account.phone) await deps.takePhoneBack(tx, phone, lostAt, caller);
          await passwords.set(tx, account.id, hash);
          const former = new Map(await deps.notices.getFormerChannels(tx, account.id));
          former.delete(phone);
          const way = `recovered-by-${completed.channel}` as const;
          const sessionsEnded = await deps.returnToOwner(tx, { account, way, phone, by: { caller } });
          await deps.throttle.clear(tx, phone);
          // Notify all earlier addresses and numbers that still receive notices, because any of them may be the
          // owner's.
          await deps.notices.notify(tx, {
            account,
            kind: 'account-recovered',
            phone: account.phone,
            former,
            caller,
          });
          await audit.write(tx, {
            kind: 'account.recovered',
            accountId: account.id,
            caller,
            details: {
              sessionsEnded,
              phoneChanged: phone !== account.phone,
              wasLocked: account.status === 'locked',
            },
          });
        });
        await orTaken(work, phone);
      });
      deps.notices.kick();
    },
  };
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;
