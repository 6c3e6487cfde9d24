import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { localeOfAccount, type AccountRepo } from '#account/account.repo.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { HashSlot, PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import { requireComparablePassword, requireGoodPassword } from '#account/credentials/password.policy.ts';
import type { EndAccess } from '#account/end-access.ts';
import type { SessionRepo } from '#sign-in/session/session.repo.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import { createSessionTries } from './session-tries.ts';

/** How long a repeat of a change, whose response was lost, gets the outcome of the first call. */
const repeatSeconds = 600;
/** Repeats of one session. Each compares a second password, which a thief of the session could use to guess. */
const maxRepeats = 3;

type Deps = {
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly endAccess: EndAccess;
  readonly counters: Pick<Counters, 'hit' | 'refund'>;
  readonly sessions: Pick<SessionRepo, 'lockLive' | 'deleteOne' | 'list'>;
  readonly sms: Pick<SmsService, 'notify' | 'kick'>;
  readonly audit: Audit;
};

/** Changes the password of a signed-in account after verifying the current one. */
export function createPasswordChangeService(deps: Deps) {
  const { sql, accounts, audit, counters, throttle } = deps;

  const tries = createSessionTries(deps);

  /** Records a failed attempt, and ends the session if it was its last one. */
  const fail = async (session: CurrentSession, caller: Caller, isLast: boolean): Promise<void> => {
    await sql.begin(async (tx) => {
      await audit.write(tx, {
        kind: 'sign-in.failed',
        accountId: session.account.id,
        caller,
        details: { method: 'password-change', reason: 'password' },
      });
      if (isLast) await tries.end(tx, session, caller);
    });
  };

  /**
   * Whether an attempt may be the repeat of a change by the same session. A change ends all other sessions, so one that
   * is older than the password has set it. Counts the repeat before its comparison.
   */
  const mayBeRepeat = async (session: CurrentSession): Promise<boolean> => {
    const accountId = session.account.id;
    const changedAt = await accounts.findRecentChange(accountId, repeatSeconds);
    if (changedAt === undefined) return false;
    const live = await deps.sessions.list(accountId);
    if (!live.some(({ id, createdAt }) => id === session.id && createdAt < changedAt)) return false;
    const [repeats] = await counters.hit([
      { key: `password-change-repeat:${session.id}`, windowSeconds: repeatSeconds, limit: maxRepeats },
    ]);
    return repeats?.isOver === false;
  };

  /** Whether this session has set the wanted password a short time ago. */
  const isRepeat = async (
    slot: HashSlot,
    session: CurrentSession,
    hash: string,
    wanted: string,
  ): Promise<boolean> => (await mayBeRepeat(session)) && slot.verify(hash, wanted);

  return {
    /**
     * Wrong current passwords count as failed sign-ins and against the session, so a stolen session cannot be used to
     * guess the password from many addresses. The same transaction sets the password and ends all other access (P10). A
     * repeat of a change that this session made, after its response was lost or while it runs, changes nothing and
     * succeeds (D4).
     * @throws AppError VALIDATION_FAILED, PASSWORD_*, BUSY, AUTH_THROTTLED, CURRENT_PASSWORD_WRONG, PASSWORD_REUSED,
     *   TOKEN_INVALID if the session ends, for example after its last wrong password
     */
    async change(input: {
      session: CurrentSession;
      currentPassword: string;
      newPassword: string;
      /** Hashes (hexadecimal) of the tokens in the browser's device cookie. */
      devices: readonly string[];
      caller: Caller;
      signal: AbortSignal;
    }): Promise<void> {
      const { caller, session } = input;
      const { id: accountId, phone } = session.account;
      const current = requireComparablePassword(input.currentPassword, 'currentPassword');
      const wanted = requireGoodPassword(input.newPassword, phone, 'newPassword');
      await deps.hasher.admit({ signal: input.signal, address: caller.addressKey }, (slot) =>
        tries.run(session, caller, async ({ isLast, takeBack }) => {
          const counted = await throttle.count({
            phone,
            address: caller.addressKey,
            devices: input.devices,
            proof: 'session',
          });
          if ('refused' in counted) {
            await takeBack();
            throw refusalError(counted);
          }
          const oldHash = counted.account?.id === accountId ? counted.account.hash : null;
          let isRight = false;
          try {
            isRight = await slot.verify(oldHash, current);
          } catch (error) {
            await takeBack();
            await throttle.takeBack(counted);
            throw error;
          }
          // A wrong password stays counted if this fails, for example because the client disconnects.
          if (!isRight && oldHash !== null && (await isRepeat(slot, session, oldHash, wanted))) {
            await takeBack();
            await throttle.succeeded(counted);
            return;
          }
          if (!isRight || oldHash === null) {
            await fail(session, caller, isLast);
            await throttle.failed(counted);
            throw new AppError(isLast ? 'TOKEN_INVALID' : 'CURRENT_PASSWORD_WRONG');
          }
          await takeBack();
          if (wanted === current) {
            await throttle.succeeded(counted);
            throw new AppError('PASSWORD_REUSED', { fields: { newPassword: 'passwordReused' } });
          }
          try {
            const newHash = await slot.hash(wanted);
            const isChanged = await sql.begin(async (tx) => {
              await accounts.lockRow(tx, accountId);
              // The session may have been ended from another device during the comparison.
              if (!(await deps.sessions.lockLive(tx, session.id))) throw new AppError('TOKEN_INVALID');
              if (!(await accounts.changePassword(tx, { accountId, oldHash, newHash }))) return false;
              const sessionsEnded = await deps.endAccess(tx, session.account, session.id);
              await deps.sms.notify(tx, {
                phone,
                kind: 'password-changed',
                locale: localeOfAccount(session.account),
              });
              await audit.write(tx, {
                kind: 'password.changed',
                accountId,
                caller,
                details: { sessionsEnded },
              });
              return true;
            });
            if (!isChanged) {
              // Another change was committed during the comparison. This call may be its repeat.
              const set = await accounts.findCredential(accountId);
              if (!set || !(await isRepeat(slot, session, set.hash, wanted)))
                throw new AppError('CURRENT_PASSWORD_WRONG');
            }
          } catch (error) {
            // The current password was correct, so a later failure must not count against the account.
            await throttle.takeBack(counted);
            throw error;
          }
          await throttle.succeeded(counted);
        }),
      );
      deps.sms.kick();
    },
  };
}

export type PasswordChangeService = ReturnType<typeof createPasswordChangeService>;
