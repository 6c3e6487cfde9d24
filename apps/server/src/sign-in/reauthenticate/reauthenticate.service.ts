import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { CurrentSession } from '#sign-in/session/session-columns.ts';
import type { Assertion } from '#sign-in/passkey/assertions.ts';
import type { SessionPasskey } from '#sign-in/passkey/session-passkey.ts';
import type { SignIn } from '../services.ts';

type Deps = SignIn & { readonly sessionPasskey: SessionPasskey };

/** Verifies the owner of a session again, which allows sensitive changes for five minutes. */
export function createReauthenticateService(deps: Deps) {
  const { sql, hasher, sessionPassword, sessionPasskey, sessionRepo, audit } = deps;

  /** @throws AppError TOKEN_INVALID if the session has ended */
  const confirm = (session: CurrentSession, amr: 'pwd' | 'pop', caller: Caller): Promise<void> =>
    sql.begin(async (tx) => {
      if (!(await sessionRepo.confirm(tx, session.id, amr))) throw new AppError('TOKEN_INVALID');
      const [accountId, details] = [session.account.id, { sessionId: session.id, method: amr }];
      await audit.write(tx, { kind: 'session.confirmed', accountId, caller, details });
    });

  return {
    /** @throws AppError VALIDATION_FAILED, BUSY, AUTH_THROTTLED, CURRENT_PASSWORD_WRONG, TOKEN_INVALID */
    async byPassword(input: {
      session: CurrentSession;
      password: string;
      /** Hashes (hexadecimal) of the tokens in the browser's device cookie. */
      devices: readonly string[];
      caller: Caller;
      signal: AbortSignal;
    }): Promise<void> {
      const { session, caller, devices, signal } = input;
      const password = requireComparablePassword(input.password, 'password');
      await hasher.admit({ signal, address: caller.addressKey }, (slot) =>
        sessionPassword.compare(slot, { session, password, devices, caller, method: 'reauthenticate' }, () =>
          confirm(session, 'pwd', caller),
        ),
      );
    },

    passkeyOptions: (session: CurrentSession) => sessionPasskey.options(session),

    /** @throws AppError PASSKEY_INVALID, TOKEN_INVALID */
    async byPasskey(input: { session: CurrentSession; passkey: Assertion; caller: Caller }): Promise<void> {
      await sessionPasskey.verify(input);
      await confirm(input.session, 'pop', input.caller);
    },
  };
}

export type ReauthenticateService = ReturnType<typeof createReauthenticateService>;
