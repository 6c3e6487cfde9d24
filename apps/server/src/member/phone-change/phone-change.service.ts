import { holdSeconds } from '@vid/contract/limits';
import { isUniqueViolation } from '#database/outage.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newLinkSecret } from '#lib/ids.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import { throttledName } from '#account/credentials/code-demand.ts';
import { requirePhone } from '#account/require-phone.ts';
import { restoresPhone } from '#account/return-to-owner/return-to-owner.policy.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { FullSession } from '#sign-in/session/session.service.ts';
import type { PhoneChangeRepo } from './phone-change.repo.ts';

type Deps = Access & { readonly repo: PhoneChangeRepo };

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
      const restores = restoresPhone(before.phoneSince, new Date());
      await notices.notify(tx, {
        account: before,
        kind: restores ? 'phone-replaced' : 'phone-changed',
        phone: oldPhone,
        caller,
        ...(restores && { link }),
      });
      const sessionsEnded = await endAccess(tx, before, { sessionId: session.id });
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
    async findOpen(accountId: string) {
      const change = await repo.findOpen(accountId);
      return change
        ? {
            oldPhone: maskPhone(change.oldPhone),
            changedAt: change.createdAt,
            undoUntil: change.expiresAt,
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
      return { ...session, holdSeconds, holdUntil: account.sensitiveHoldUntil, account };
    },

    /**
     * Restores the former phone, which received the secret, and returns the account to its owner, who then sets a new
     * password with a code. A repeat changes nothing and succeeds.
     * @throws AppError UNDO_LINK_INVALID, ACCOUNT_EXISTS if another account has the former number by now
     */
    async undo({ token, caller }: { token: string; caller: Caller }): Promise<{ phone: string }> {
      const undoHash = keys.hashSecret(token);
      const found = await repo.findByUndo(sql, undoHash);
      if (!found) throw new AppError('UNDO_LINK_INVALID');
      const { accountId, oldPhone, createdAt } = found;
      const undone = sql.begin(async (tx) => {
        const before = await accounts.lockRow(tx, accountId);
        if (!before) throw new AppError('UNDO_LINK_INVALID');
        if (before.phone === oldPhone) return;
        // Support has checked the owner. Any other recovery may be an intruder's, so the present phone does not matter.
        const { returnedAt, returnedBy } = await accounts.findPhoneHistory(tx, accountId);
        if (returnedBy === 'recovered-by-support' && returnedAt !== null && returnedAt > createdAt)
          throw new AppError('UNDO_LINK_INVALID');
        if (!(await repo.consumeUndo(tx, undoHash))) throw new AppError('UNDO_LINK_INVALID');
        await accounts.dispute(tx, accountId, createdAt);
        const sessionsEnded = await deps.returnToOwner(tx, {
          account: before,
          way: 'phone-restored',
          phone: oldPhone,
          by: { caller },
        });
        const account = { id: accountId, phone: oldPhone };
        await deps.throttle.clear(tx, throttledName(account));
        // Notify the phone that this undo removes: it is the owner's if the former phone was stolen.
        const former = new Map(before.phone === null ? [] : [[before.phone, before.phoneSince]]);
        const kind = 'phone-change-undone';
        await notices.notify(tx, { account, kind, caller, everywhere: true, former });
        const details = { from: maskPhone(before.phone), to: maskPhone(oldPhone), sessionsEnded };
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
