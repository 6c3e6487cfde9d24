import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { CurrentSession } from '#sign-in/session/session-columns.ts';
import type { Assertion, Assertions } from './assertions.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeysService } from './passkeys.service.ts';

type Deps = {
  readonly challenges: Challenges;
  readonly assertions: Assertions;
  readonly passkeys: Pick<PasskeysService, 'list'>;
};

export function createSessionPasskey({ challenges, assertions, passkeys }: Deps) {
  return {
    mayConfirm: async (accountId: string): Promise<boolean> =>
      (await passkeys.list(accountId)).some(({ heldUntil }) => heldUntil === null),

    options: (session: CurrentSession) => assertions.options(challenges.holder.session(session, 'confirm')),

    /**
     * Verifies a passkey of the session's account.
     * @throws AppError PASSKEY_INVALID, also for another account's passkey; PASSKEY_UNKNOWN, PASSKEY_ON_HOLD,
     *   RATE_LIMITED
     */
    async verify(input: { session: CurrentSession; passkey: Assertion; caller: Caller }): Promise<void> {
      const { session, caller } = input;
      const holder = challenges.holder.session(session, 'confirm');
      const used = await assertions.verify(input.passkey, holder, { caller, method: 'reauthenticate' });
      if (used.accountId !== session.account.id)
        throw new AppError('PASSKEY_INVALID', { internal: 'passkey of another account' });
      await assertions.confirm(used, caller);
      if (!used.mayConfirm) throw new AppError('PASSKEY_ON_HOLD');
    },
  };
}

export type SessionPasskey = ReturnType<typeof createSessionPasskey>;
