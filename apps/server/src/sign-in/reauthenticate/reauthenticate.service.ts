import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import type { CurrentSession } from '#sign-in/session/session-columns.ts';
import { mayProveByCode } from '#sign-in/session/session.policy.ts';
import type { Assertion } from '#sign-in/passkey/assertions.ts';
import type { SessionPasskey } from '#sign-in/passkey/session-passkey.ts';
import type { SignIn } from '../services.ts';

type Deps = SignIn & { readonly sessionPasskey: SessionPasskey };

type Verified = {
  readonly session: CurrentSession;
  readonly token: string;
  readonly caller: Caller;
};

/**
 * Verifies the owner of a session again, which allows sensitive changes for five minutes. A code allows only
 * the changes that a sign-in by code allows, because a SIM can be swapped.
 */
export function createReauthenticateService(deps: Deps) {
  const { sql, accounts, hasher, sessionPassword, sessionPasskey, sessionRepo, sessions, twoSteps, audit } =
    deps;

  /**
   * Records the verification and replaces the session's token, so that a copy of the old token becomes
   * useless within a minute.
   * @throws AppError TOKEN_INVALID if the session has ended
   */
  const confirm = ({ session, token, caller }: Verified, amr: 'pwd' | 'pop'): Promise<string> =>
    sql.begin(async (tx) => {
      if (!(await sessionRepo.confirm(tx, session.id, amr))) throw new AppError('TOKEN_INVALID');
      const [accountId, details] = [session.account.id, { sessionId: session.id, method: amr }];
      await audit.write(tx, { kind: 'session.confirmed', accountId, caller, details });
      return sessions.replaceToken(tx, session.id, token);
    });

  const hasApp = async (on: Queryable, accountId: string): Promise<boolean> =>
    (await twoSteps.getState(on, accountId)).confirmedAt !== null;

  return {
    async ways(session: CurrentSession) {
      const { id, role, phone } = session.account;
      const [passkey, app, proofs] = await Promise.all([
        sessionPasskey.mayConfirm(id),
        hasApp(sql, id),
        accounts.findProofs(sql, id),
      ]);
      const { hasPassword, phoneInDoubt } = proofs ?? { hasPassword: false, phoneInDoubt: true };
      const code = phone !== null && mayProveByCode({ ...session, role, hasApp: app, phoneInDoubt });
      return { password: hasPassword, passkey, code };
    },

    /**
     * Confirms the session by the account's password, and returns its new token.
     * @throws AppError VALIDATION_FAILED, BUSY, AUTH_THROTTLED, RATE_LIMITED, CURRENT_PASSWORD_WRONG;
     * TOKEN_INVALID if the session has ended
     */
    async byPassword(
      input: Verified & {
        password: string;
        /** Hexadecimal token hashes from the browser's device cookie. */
        devices: readonly string[];
        signal: AbortSignal;
      },
    ): Promise<string> {
      const { session, caller, devices, signal } = input;
      const password = requireComparablePassword(input.password, 'password');
      const next = await hasher.admit({ signal, address: caller.addressKey }, (slot) =>
        sessionPassword.compare(slot, { session, password, devices, caller, method: 'reauthenticate' }, () =>
          confirm(input, 'pwd'),
        ),
      );
      if (next === undefined) throw new Error('a confirmation accepted a wrong password');
      return next;
    },

    passkeyOptions: (session: CurrentSession) => sessionPasskey.options(session),

    /**
     * Confirms the session by a passkey, and returns its new token.
     * @throws AppError PASSKEY_INVALID, PASSKEY_UNKNOWN, PASSKEY_ON_HOLD, RATE_LIMITED; TOKEN_INVALID if the
     *   session has ended
     */
    async byPasskey(input: Verified & { passkey: Assertion }): Promise<string> {
      await sessionPasskey.verify(input);
      return confirm(input, 'pop');
    },

    /**
     * Renews the session by a code sent to the account's phone, and returns its new token. The session is
     * then recent, but the code does not confirm it.
     * @throws AppError CHANGE_ON_HOLD, OTP_TOKEN_INVALID; REAUTHENTICATION_REQUIRED if a code is not enough;
     * TOKEN_INVALID if the session has ended
     */
    async byCode(input: Verified & { otpToken: string; preSessionHash: Buffer }): Promise<string> {
      const { session, otpToken: token, preSessionHash, caller } = input;
      return sql.begin(async (tx) => {
        const account = await lockForChange(tx, session, deps);
        const { id: accountId, phone } = account;
        const app = await hasApp(tx, accountId);
        // `lockForChange` has already refused an account on hold.
        const facts = { ...account, hasApp: app, holdSeconds: 0, isFromQr: session.isFromQr };
        if (phone === null || !mayProveByCode(facts)) throw new AppError('REAUTHENTICATION_REQUIRED');
        await deps.otpTokens.consume(tx, { token, phone, purposes: ['reauthenticate'], preSessionHash });
        await sessionRepo.renew(tx, session.id);
        const details = { sessionId: session.id, method: 'otp' };
        await audit.write(tx, { kind: 'session.confirmed', accountId, caller, details });
        return sessions.replaceToken(tx, session.id, input.token);
      });
    },
  };
}

export type ReauthenticateService = ReturnType<typeof createReauthenticateService>;
