import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignIn } from '../services.ts';

export type PasswordAttempt = {
  readonly phone: string;
  /** Hashes (hexadecimal) of the tokens in the browser's device cookie. */
  readonly devices: readonly string[];
  readonly caller: Caller;
  readonly signal: AbortSignal;
};

/** Compares the password that a visitor enters with a recovery code. Wrong passwords count as failed sign-ins. */
export function createRecoveryPassword({ sql, hasher, throttle, audit }: SignIn) {
  return {
    /**
     * Calls `use` with the hash that the password matches. If `use` fails, the attempt does not count. The caller has
     * redeemed a captcha.
     * @throws AppError CURRENT_PASSWORD_WRONG, AUTH_THROTTLED, RATE_LIMITED, OTP_REQUIRED, BUSY
     */
    async compare<T>(
      { phone, devices, caller, signal }: PasswordAttempt,
      password: string,
      use: (hash: string) => Promise<T>,
    ): Promise<T> {
      const address = caller.addressKey;
      return hasher.admit({ signal, address }, async (slot) => {
        const counted = await throttle.count({ phone, address, devices, proof: 'captcha' });
        if ('refused' in counted) throw refusalError(counted);
        const hash = counted.account?.hash ?? null;
        try {
          if ((await slot.verify(hash, password)) && hash !== null) {
            const result = await use(hash);
            await throttle.succeeded(counted);
            return result;
          }
        } catch (error) {
          await throttle.takeBack(counted);
          throw error;
        }
        await throttle.failed(counted);
        await audit.write(sql, {
          kind: 'sign-in.failed',
          accountId: counted.account?.id,
          actorId: null,
          caller,
          details: { method: 'recovery', reason: 'password' },
        });
        throw new AppError('CURRENT_PASSWORD_WRONG');
      });
    },
  };
}

export type RecoveryPassword = ReturnType<typeof createRecoveryPassword>;
