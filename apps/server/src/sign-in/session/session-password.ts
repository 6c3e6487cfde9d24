import { throttledName } from '#account/credentials/code-demand.ts';
import type { HashSlot } from '#account/credentials/password-hasher.ts';
import type { CountedAttempt } from '#account/credentials/password-throttle.ts';
import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Access } from './access.ts';
import type { CurrentSession } from './session-columns.ts';
import { createSessionTries } from './session-tries.ts';

export type PasswordInSession = {
  readonly session: CurrentSession;
  readonly password: string;
  /** Hexadecimal token hashes from the browser's device cookie. */
  readonly devices: readonly string[];
  readonly caller: Caller;
  /** Reason for entering the password, for the audit log. */
  readonly method: 'password-change' | 'reauthenticate';
};

/**
 * Verifies the password of a signed-in user again. A wrong password counts as a failed sign-in and also
 * against the session, so that a stolen session cannot be used to guess the password from many addresses.
 */
export function createSessionPassword(deps: Access) {
  const { sql, passwords, throttle, audit } = deps;
  const tries = createSessionTries(deps);

  /** Records a wrong password. The last allowed attempt also ends the session. */
  const fail = async ({ session, caller, method }: PasswordInSession, isLast: boolean): Promise<void> => {
    await sql.begin(async (tx) => {
      await audit.write(tx, {
        kind: 'sign-in.failed',
        accountId: session.account.id,
        caller,
        details: { method, reason: 'password' },
      });
      if (isLast) await tries.end(tx, session, caller);
    });
  };

  return {
    /**
     * Calls `use` with the hash that the password matches. If `use` fails, the attempt does not count against
     * the account, because its password was correct. `mayAccept` may accept a wrong password; the result is
     * then undefined.
     * @throws AppError AUTH_THROTTLED, RATE_LIMITED, CURRENT_PASSWORD_WRONG, BUSY; TOKEN_INVALID if the
     * session ends, for example after its last wrong password
     */
    async compare<T>(
      slot: HashSlot,
      input: PasswordInSession,
      use: (hash: string) => Promise<T>,
      mayAccept: (hash: string) => Promise<boolean> = async () => false,
    ): Promise<T | undefined> {
      const { session, caller } = input;
      let result: T | undefined;
      await tries.run(session, caller, async ({ isLast, takeBack }) => {
        const counted = await throttle.count({
          phone: throttledName(session.account),
          address: caller.addressKey,
          devices: input.devices,
          proof: 'session',
        });
        if ('refused' in counted) {
          await takeBack();
          throw refusalError(counted);
        }
        const { hash, isRight } = await verify(slot, { input, counted, takeBack });
        // If `mayAccept` fails, for example because the client disconnects, the wrong password stays counted.
        const isAccepted = !isRight && hash !== null && (await mayAccept(hash));
        if (hash === null || (!isRight && !isAccepted)) {
          await fail(input, isLast);
          await throttle.failed(counted);
          throw new AppError(isLast ? 'TOKEN_INVALID' : 'CURRENT_PASSWORD_WRONG');
        }
        await takeBack();
        if (isRight) {
          try {
            result = await use(hash);
          } catch (error) {
            await throttle.takeBack(counted);
            throw error;
          }
        }
        await throttle.succeeded(counted);
      });
      return result;
    },
  };

  async function verify(
    slot: HashSlot,
    attempt: { input: PasswordInSession; counted: CountedAttempt; takeBack: () => Promise<void> },
  ): Promise<{ readonly hash: string | null; readonly isRight: boolean }> {
    try {
      const { session, password } = attempt.input;
      const hash = (await passwords.findHash(session.account.id)) ?? null;
      return { hash, isRight: await slot.verify(hash, password) };
    } catch (error) {
      await attempt.takeBack();
      await throttle.takeBack(attempt.counted);
      throw error;
    }
  }
}

export type SessionPassword = ReturnType<typeof createSessionPassword>;
