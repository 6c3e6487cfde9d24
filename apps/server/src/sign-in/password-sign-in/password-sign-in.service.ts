import type { Body } from '@vid/contract/endpoints/index';
import { isForeign } from '#account/credentials/foreign/foreign-credential.ts';
import type { HashSlot } from '#account/credentials/password-hasher.ts';
import { lockError } from '#account/lock.policy.ts';
import type { CountedAttempt } from '#account/credentials/password-throttle.ts';
import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import { AppError } from '#lib/app-error.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import { useOf, type OtpTokenUse } from '#sign-in/otp/otp-token.ts';
import type { SignIn } from '../services.ts';

type PasswordSignIn = Omit<Body<'POST /vid/ajax/auth/login/phone'>, 'otpToken'> &
  Visit & {
    /**
     * Required from unknown devices after too many failures, and for the first sign-in with an imported
     * password, unless the browser has proved a code in an unfinished sign-in.
     */
    readonly otpToken: string | undefined;
  };

/**
 * Signs in by password. An unknown phone, an account without a password and a wrong password, also of a
 * locked account, run the same statements and one hash, and get the same response (P1).
 */
export function createPasswordSignInService(deps: SignIn) {
  const { sql, accounts, passwords, hasher, throttle, audit } = deps;

  /** Counts an attempt before its comparison. A captcha is redeemed only if the attempt requires one. */
  const countAttempt = async (phone: string, input: PasswordSignIn): Promise<CountedAttempt> => {
    const code = codeOf(phone, input);
    if (code) await deps.otpTokens.requireLive(code);
    const attempt = {
      phone,
      address: input.caller.addressKey,
      devices: input.browser.devices.map(({ hash }) => hash),
    };
    const first = await throttle.count({ ...attempt, proof: code ? 'code' : 'none' });
    if (!('refused' in first)) return first;
    if (first.refused === 'code' && (await deps.completion.hasProvedCode(phone, input.browser.preSession))) {
      const withCode = await throttle.count({ ...attempt, proof: 'code' });
      if ('refused' in withCode) throw refusalError(withCode);
      return withCode;
    }
    if (first.refused !== 'captcha' || !input.captchaToken) {
      if (first.refused !== 'captcha') deps.metrics.signIn.inc({ method: 'password', event: 'throttled' });
      throw refusalError(first);
    }
    const captcha = await deps.captchas.consume(input.captchaToken, input.browser.preSession.hash, 'signin');
    if (captcha.workLevel < first.workLevel) throw refusalError(first);
    const second = await throttle.count({ ...attempt, proof: 'captcha' });
    if ('refused' in second) throw refusalError(second);
    return second;
  };

  /**
   * Returns whether the browser has also proved a code. The first sign-in with an imported password needs a
   * code, because VID never verified the phone and the number may have a new owner.
   */
  const hasCode = async (phone: string, input: PasswordSignIn): Promise<boolean> =>
    input.otpToken !== undefined || deps.completion.hasProvedCode(phone, input.browser.preSession);

  const compare = async (slot: HashSlot, counted: CountedAttempt, hash: string | null, password: string) => {
    try {
      return await slot.verify(hash, password);
    } catch (error) {
      await throttle.takeBack(counted);
      throw error;
    }
  };

  const complete = async (
    input: PasswordSignIn,
    counted: CountedAttempt,
    right: { accountId: string; hash: string },
  ): Promise<SignInResult> => {
    const { remember = true, caller, browser } = input;
    const code = codeOf(counted.phone, input);
    try {
      return await deps.completion.complete({
        // If a reset commits during the comparison, the hash has changed and no session starts (P10).
        account: { accountId: right.accountId, passwordHash: right.hash },
        method: 'password',
        amr: code ? ['pwd', 'otp', 'sms'] : ['pwd'],
        remember,
        caller,
        browser,
        ...(code && { redeem: (tx) => deps.otpTokens.redeem(tx, code) }),
        settle: throttle.settle(counted, { hasCode: code !== undefined }),
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND') throw new AppError('AUTH_FAILED');
      // The password was correct, so this error must not count against the account.
      await throttle.takeBack(counted);
      throw error;
    }
  };

  return {
    /**
     * Signs in with a phone and a password.
     * @throws AppError VALIDATION_FAILED, PHONE_INVALID, BUSY, CAPTCHA_REQUIRED, CAPTCHA_INVALID,
     * AUTH_THROTTLED, RATE_LIMITED, OTP_REQUIRED, OTP_TOKEN_INVALID, AUTH_FAILED; only with the correct
     * password ACCOUNT_LOCKED, LOCKED_BY_OWNER, MAINTENANCE
     */
    async signIn(input: PasswordSignIn): Promise<SignInResult> {
      const { caller } = input;
      const password = requireComparablePassword(input.password, 'password');
      const phone = requireAccountPhone(input.phone, deps.config);
      return hasher.admit({ signal: input.signal, address: caller.addressKey }, async (slot) => {
        const counted = await countAttempt(phone, input);
        const { account } = counted;
        const hash = account?.hash ?? null;
        if (!(await compare(slot, counted, hash, password)) || !account || hash === null) {
          const { needsCaptcha } = await throttle.failed(counted);
          await audit.write(sql, {
            kind: 'sign-in.failed',
            accountId: account?.id,
            actorId: null,
            caller,
            details: { method: 'password', reason: 'password', phone: maskPhone(phone) },
          });
          deps.metrics.signIn.inc({ method: 'password', event: 'failed' });
          throw new AppError('AUTH_FAILED', { details: { captchaRequired: needsCaptcha } });
        }
        if (account.status === 'locked') {
          await throttle.succeeded(counted);
          await deps.completion.requireFewSignIns(account.id);
          await audit.write(sql, {
            kind: 'sign-in.failed',
            accountId: account.id,
            caller,
            details: { method: 'password', reason: 'locked', phone: maskPhone(phone) },
          });
          throw lockError(await accounts.getLock(sql, account.id));
        }
        if (isForeign(hash) && !(await hasCode(phone, input))) {
          await throttle.succeeded(counted);
          throw new AppError('OTP_REQUIRED');
        }
        const completed = await complete(input, counted, { accountId: account.id, hash });
        if (hasher.needsRehash(hash)) {
          // The response does not wait for the new hash. If storing the new hash fails, the old hash stays
          // valid, and the next sign-in tries again.
          deps.background.run('renew a password hash', async () => {
            const newHash = await hasher.admit({}, (next) => next.hash(password));
            await passwords.replaceHash(account.id, hash, newHash);
          });
        }
        return completed;
      });
    },
  };
}

function codeOf(phone: string, { otpToken, browser }: PasswordSignIn): OtpTokenUse | undefined {
  return otpToken === undefined ? undefined : useOf({ otpToken, browser }, phone, 'signin');
}
