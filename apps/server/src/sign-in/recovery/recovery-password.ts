import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import { AppError } from '#lib/app-error.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';

export function createPasswordComparison({ sql, hasher, throttle, audit }: SignIn) {
  /**
   * Calls `use` with the hash that the password matches. A wrong password counts as a failed sign-in; if
   * `use` fails, the attempt does not count. The caller must have redeemed a captcha.
   * @throws AppError CURRENT_PASSWORD_WRONG, AUTH_THROTTLED, RATE_LIMITED, OTP_REQUIRED, BUSY
   */
  return async <T>(
    { phone, browser, caller, signal }: Visit & { readonly phone: string },
    password: string,
    use: (hash: string) => Promise<T>,
  ): Promise<T> => {
    const address = caller.addressKey;
    return hasher.admit({ signal, address }, async (slot) => {
      const devices = browser.devices.map((device) => device.hash);
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
  };
}
