import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import { isUniqueViolation } from '#database/outage.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { throttledName } from '#account/credentials/code-demand.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { FullSession } from '#sign-in/session/session.service.ts';
import type { PhoneChangeRepo } from './phone-change.repo.ts';

/**
 * How long the former number can undo a change, and how long sensitive changes are on hold. An owner whose phone was
 * off or stolen has a day to read the notice.
 */
export const holdSeconds = 86_400;

type Deps = {
  readonly config: Pick<Config, 'publicUrl' | 'phoneCountries'>;
  readonly sql: Sql;
  readonly repo: PhoneChangeRepo;
  readonly accounts: AccountRepo;
  readonly keys: Keys;
  readonly otpTokens: Pick<OtpTokens, 'consume'>;
  readonly sessionRepo: Pick<SessionRepo, 'lockLive'>;
  readonly throttle: Pick<PasswordThrottle, 'clear'>;
  readonly endAccess: EndAccess;
  readonly notices: NoticeService;
  readonly audit: Audit;
};

type Input = {
  readonly session: FullSession;
  readonly phone: string;
  readonly otpToken: string;
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
};

/** Changes the phones of accounts, and restores the former number if its owner asks within a day. */
export function createPhoneChangeService(deps: Deps) {
  const { config, sql, repo, accounts, keys, otpTokens, endAccess, notices, audit } = deps;

  const replace = ({ session, otpToken, preSessionHash, caller }: Input, phone: string) =>
    sql.begin(async (tx) => {
      const before = await lockForChange(tx, session, deps);
      const { id: accountId, phone: oldPhone } = before;
      await otpTokens.consume(tx, { token: otpToken, phone, purposes: ['phone-change'], preSessionHash });

      const secret = newLinkSecret();
      const undoHash = keys.hashSecret(secret);
      await repo.insert(tx, { accountId, oldPhone, newPhone: phone, undoHash, ttlSeconds: holdSeconds });
      // The fragment holds the secret, because browsers do not send it, so no log contains the secret.
      const link = `${config.publicUrl.origin}/vid/web/undo-phone-change#${secret}`;
      await notices.notify(tx, { account: before, kind: 'phone-changed', phone: oldPhone, link, caller });
      const sessionsEnded = await endAccess(tx, before, session.id);
      await deps.throttle.clear(tx, phone);
      const account = await accounts.changePhone(tx, { accountId, phone, holdSeconds });
      await audit.write(tx, {
        kind: 'phone.changed',
        accountId,
        caller,
        details: { from: maskPhone(oldPhone), to: maskPhone(phone), sessionsEnded },
      });
      return account;
    });

  return {
    /** Returns the change that can still be undone, for its owner to see. */
    async findOpen(accountId: string) {
      const change = await repo.findOpen(accountId);
      return change
        ? {
            oldPhone: maskPhone(change.oldPhone),
            changedAt: change.createdAt.toISOString(),
            undoUntil: change.expiresAt.toISOString(),
          }
        : null;
    },

    /**
     * Changes the phone with a verified code of the new number, ends all other access and notifies the former number. A
     * repeat after a lost response changes nothing and succeeds (D4).
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, VALIDATION_FAILED for the same number, CHANGE_ON_HOLD,
     * REAUTHENTICATION_REQUIRED, OTP_TOKEN_INVALID, ACCOUNT_EXISTS, TOKEN_INVALID
     */
    async change(input: Input): Promise<FullSession> {
      const { session } = input;
      const phone = requirePhone(input.phone, config);
      if (phone === session.account.phone) {
        if ((await repo.findOpen(session.account.id))?.newPhone === phone) return session;
        throw new AppError('VALIDATION_FAILED', { fields: { phone: 'samePhone' } });
      }
      requireNoHold(session);
      requireConfirmed(session);
      const account = await orAccountExists(replace(input, phone));
      notices.kick();
      return { ...session, holdSeconds, account };
    },

    /**
     * Restores the former number with the secret sent to it, and ends all access. Removes the password, which an
     * attacker may have used for the change; the owner sets a new one with a code. A repeat changes nothing and
     * succeeds.
     * @throws AppError UNDO_LINK_INVALID, ACCOUNT_EXISTS if another account has the former number by now
     */
    async undo({ token, caller }: { token: string; caller: Caller }): Promise<{ phone: string }> {
      const undoHash = keys.hashSecret(token);
      const found = await repo.findByUndo(sql, undoHash);
      if (!found) throw new AppError('UNDO_LINK_INVALID');
      const { accountId, oldPhone, newPhone } = found;
      const undone = sql.begin(async (tx) => {
        const before = await accounts.lockRow(tx, accountId);
        if (!before) throw new AppError('UNDO_LINK_INVALID');
        if (!(await repo.consumeUndo(tx, undoHash))) {
          if (before.phone === oldPhone) return;
          throw new AppError('UNDO_LINK_INVALID');
        }
        if (before.phone !== newPhone) throw new AppError('UNDO_LINK_INVALID');
        const sessionsEnded = await endAccess(tx, before);
        await accounts.deletePassword(tx, accountId);
        const account = await accounts.changePhone(tx, { accountId, phone: oldPhone, holdSeconds: 0 });
        await deps.throttle.clear(tx, throttledName(account));
        await notices.notify(tx, { account, kind: 'phone-change-undone', caller, everywhere: true });
        const details = { from: maskPhone(newPhone), to: maskPhone(oldPhone), sessionsEnded };
        await audit.write(tx, { kind: 'phone.change-undone', accountId, caller, details });
      });
      await orAccountExists(undone);
      notices.kick();
      return { phone: oldPhone ?? '' };
    },
  };
}

/** @throws AppError ACCOUNT_EXISTS if the number has another account */
async function orAccountExists<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_phone_key'))
      throw new AppError('ACCOUNT_EXISTS', { cause: error });
    throw error;
  }
}

export type PhoneChangeService = ReturnType<typeof createPhoneChangeService>;
