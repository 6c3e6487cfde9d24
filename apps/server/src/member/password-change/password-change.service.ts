import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { HashSlot } from '#account/credentials/password-hasher.ts';
import { requireComparablePassword, requireGoodPassword } from '#account/credentials/password.policy.ts';
import { requireMaySetPassword } from '#sign-in/session/session.policy.ts';
import type { SessionPassword } from '#sign-in/session/session-password.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';

/** Period after a change in which the same session may repeat the call, for example after a lost response. */
const repeatSeconds = 600;
/**
 * Maximum number of repeated calls per session. Each compares a different password, so a stolen session could use
 * them to guess.
 */
const maxRepeats = 3;

type Deps = Access & { readonly sessionPassword: SessionPassword };

export function createPasswordChangeService(deps: Deps) {
  const { config, sql, accounts, passwords, audit, counters } = deps;

  /**
   * Returns whether the account has no password yet.
   * @throws AppError REAUTHENTICATION_REQUIRED if this session must not set the first password
   */
  const maySetFirst = async (on: Queryable, session: CurrentSession): Promise<boolean> => {
    const facts = await accounts.findProofs(on, session.account.id);
    if (!facts || facts.hasPassword) return false;
    requireMaySetPassword(session, { ...facts, usesZalo: config.smsChannels.includes('zns') });
    return true;
  };

  /**
   * Replaces the password and ends all other access. Returns false if `oldHash` is no longer the stored hash.
   */
  const replace = (
    session: CurrentSession,
    caller: Caller,
    { oldHash, newHash }: { oldHash: string; newHash: string },
  ): Promise<boolean> =>
    sql.begin(async (tx) => {
      const { id: accountId } = session.account;
      await accounts.lockRow(tx, accountId);
      // Another device may have ended the session during the comparison.
      if (!(await deps.sessionRepo.lockLive(tx, session.id))) throw new AppError('TOKEN_INVALID');
      if (!(await passwords.change(tx, { accountId, oldHash, newHash }))) return false;
      await finish(tx, session, caller);
      return true;
    });

  /**
   * Stores the first password and ends all other access. Returns false if the account already has a password.
   */
  const insert = (session: CurrentSession, caller: Caller, hash: string): Promise<boolean> =>
    sql.begin(async (tx) => {
      const { id: accountId } = session.account;
      await accounts.lockRow(tx, accountId);
      if (!(await deps.sessionRepo.lockLive(tx, session.id))) throw new AppError('TOKEN_INVALID');
      if (!(await maySetFirst(tx, session))) return false;
      await passwords.set(tx, accountId, hash);
      // After only a code, the notice calls the change a reset, so that a report by the owner puts the phone
      // in doubt.
      await finish(tx, session, caller, session.isConfirmed ? 'password-changed' : 'password-reset');
      return true;
    });

  const finish = async (
    tx: Queryable,
    session: CurrentSession,
    caller: Caller,
    kind: 'password-changed' | 'password-reset' = 'password-changed',
  ): Promise<void> => {
    const { id: accountId } = session.account;
    const sessionsEnded = await deps.endAccess(tx, session.account, { sessionId: session.id });
    await deps.notices.notify(tx, { account: session.account, kind, caller });
    await audit.write(tx, { kind: 'password.changed', accountId, caller, details: { sessionsEnded } });
  };

  /**
   * Returns whether a call may repeat a change of the same session. A change ends all other sessions, so only
   * the session that made the change can be older than the password. Counts the call before its comparison.
   */
  const mayBeRepeat = async (session: CurrentSession): Promise<boolean> => {
    const accountId = session.account.id;
    const changedAt = await passwords.findRecentChange(accountId, repeatSeconds);
    if (changedAt === undefined) return false;
    const live = await deps.sessionRepo.list(accountId);
    if (!live.some(({ id, createdAt }) => id === session.id && createdAt < changedAt)) return false;
    const [repeats] = await counters.hit([
      { key: `password-change-repeat:${session.id}`, windowSeconds: repeatSeconds, limit: maxRepeats },
    ]);
    return repeats?.isOver === false;
  };

  /** Returns whether this session has recently set the same password, which makes the call a repeated one. */
  const isRepeat = async (
    slot: HashSlot,
    session: CurrentSession,
    hash: string,
    wanted: string,
  ): Promise<boolean> => (await mayBeRepeat(session)) && slot.verify(hash, wanted);

  return {
    /**
     * Changes the password and ends all other access in one transaction (P10). If the same session repeats
     * the call after a lost response or during the first call, the repeated call changes nothing and succeeds
     * (D4).
     * @throws AppError VALIDATION_FAILED, PASSWORD_*, BUSY, AUTH_THROTTLED, CURRENT_PASSWORD_WRONG,
     *   PASSWORD_REUSED; TOKEN_INVALID if the session ends, for example after too many wrong passwords
     */
    async change(input: {
      session: CurrentSession;
      currentPassword: string;
      newPassword: string;
      /** Hexadecimal token hashes from the browser's device cookie. */
      devices: readonly string[];
      caller: Caller;
      signal: AbortSignal;
    }): Promise<void> {
      const { caller, session } = input;
      const { id: accountId, phone } = session.account;
      const current = requireComparablePassword(input.currentPassword, 'currentPassword');
      const wanted = requireGoodPassword(input.newPassword, phone, 'newPassword');
      const method = 'password-change';
      const outcome = await deps.hasher.admit({ signal: input.signal, address: caller.addressKey }, (slot) =>
        deps.sessionPassword.compare(
          slot,
          { session, password: current, devices: input.devices, caller, method },
          async (oldHash) => {
            if (wanted === current) return 'reused';
            const newHash = await slot.hash(wanted);
            if (await replace(session, caller, { oldHash, newHash })) return 'changed';
            // Another call changed the password during the comparison; this call may be a repeat of it.
            const hash = await passwords.findHash(accountId);
            if (hash === undefined || !(await isRepeat(slot, session, hash, wanted)))
              throw new AppError('CURRENT_PASSWORD_WRONG');
            return 'changed';
          },
          (hash) => isRepeat(slot, session, hash, wanted),
        ),
      );
      if (outcome === 'reused')
        throw new AppError('PASSWORD_REUSED', { fields: { newPassword: 'passwordReused' } });
      deps.notices.kick();
    },

    /**
     * Sets the first password of an account and ends all other access. A hold does not prevent this, because
     * returning the account to its owner removes the password again. If the same session repeats the call
     * after a lost response or during the first call, the repeated call changes nothing and succeeds (D4).
     * @throws AppError REAUTHENTICATION_REQUIRED, PASSWORD_EXISTS, VALIDATION_FAILED, PASSWORD_*, BUSY;
     *   TOKEN_INVALID if the session has ended
     */
    async setFirst(input: {
      session: CurrentSession;
      newPassword: string;
      caller: Caller;
      signal: AbortSignal;
    }): Promise<void> {
      const { session, caller, signal } = input;
      const { id: accountId, phone } = session.account;
      const wanted = requireGoodPassword(input.newPassword, phone, 'newPassword');
      // Hashing is expensive, so check the session first.
      const isFirst = await maySetFirst(sql, session);
      await deps.hasher.admit({ signal, address: caller.addressKey }, async (slot) => {
        if (isFirst && (await insert(session, caller, await slot.hash(wanted)))) return;
        const hash = await passwords.findHash(accountId);
        if (hash === undefined || !(await isRepeat(slot, session, hash, wanted)))
          throw new AppError('PASSWORD_EXISTS');
      });
      deps.notices.kick();
    },
  };
}
