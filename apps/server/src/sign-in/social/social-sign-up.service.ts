import type { Body } from '@vid/contract/endpoints/index';
import { refusalError } from '#account/credentials/password-throttle.policy.ts';
import type { CountedAttempt } from '#account/credentials/password-throttle.ts';
import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import { requireAccountPhone, requirePhone } from '#account/require-phone.ts';
import type { Queryable } from '#database/connection.ts';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { parseEmail } from '#lib/text/email.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import type { Visit } from '#sign-in/complete/proof.ts';
import { useOf } from '#sign-in/otp/otp-token.ts';
import { requireNoHold } from '#sign-in/session/session.policy.ts';
import type { SignUpService } from '#sign-in/sign-up/sign-up.service.ts';
import type { SignIn } from '../services.ts';
import { createSocialSignUpRepo, type PendingSignUp } from './social-sign-up.repo.ts';

type Deps = SignIn & { readonly signUp: SignUpService };

type SocialVerify = Body<'POST /vid/ajax/auth/login/social/verify'> & Visit;

/**
 * Completes a sign-in with an identity that belongs to no account, after a code has verified a phone. If the
 * phone has an account, its password links the identity to it (L4); otherwise the identity gets a new
 * account.
 */
export function createSocialSignUpService(deps: Deps) {
  const { sql, accounts, identities, throttle, audit } = deps;
  const socialSignUps = createSocialSignUpRepo(deps);

  const requirePending = async (signUpId: string, preSession: PreSession): Promise<PendingSignUp> => {
    const pending = await socialSignUps.find(signUpId, preSession.hash);
    if (!pending) throw new AppError('SOCIAL_SIGN_UP_EXPIRED');
    return pending;
  };

  const takePending = async (tx: Queryable, { signUpId, browser }: SocialVerify): Promise<PendingSignUp> => {
    const pending = await socialSignUps.take(tx, signUpId, browser.preSession.hash);
    if (!pending) throw new AppError('SOCIAL_SIGN_UP_EXPIRED');
    return pending;
  };

  const signUp = async (input: SocialVerify): Promise<SignInResult> => {
    const typed = requireEmail(input.email ?? '');
    return deps.signUp.signUp({
      ...input,
      acceptedTerms: input.acceptedTerms ?? false,
      social: {
        signUpId: input.signUpId,
        async link(tx, accountId) {
          const { provider, subject, suggestion } = await takePending(tx, input);
          if (!(await identities.insert(tx, { provider, subject, accountId, name: suggestion.name })))
            throw new AppError('SOCIAL_TAKEN');
          const { caller } = input;
          await audit.write(tx, { kind: 'identity.linked', accountId, caller, details: { provider } });
          const email = typed ?? parseEmail(suggestion.email ?? '');
          if (email !== undefined) await accounts.update(tx, accountId, { email });
        },
      },
    });
  };

  const fail = async (input: SocialVerify, counted: CountedAttempt): Promise<never> => {
    await throttle.failed(counted);
    await audit.write(sql, {
      kind: 'sign-in.failed',
      accountId: counted.account?.id,
      actorId: null,
      caller: input.caller,
      details: { method: 'social', reason: 'password', phone: maskPhone(counted.phone) },
    });
    throw new AppError('AUTH_FAILED');
  };

  /**
   * Redeems the code and the sign-up. `completeIn` links the identity when it starts the session, which is
   * after a second step if one is required (K4).
   */
  const completeLink = async (
    input: SocialVerify,
    counted: CountedAttempt,
    right: { readonly accountId: string; readonly hash: string },
  ): Promise<SignInResult> => {
    const { caller, browser } = input;
    const { accountId, hash } = right;
    return sql.begin(async (tx) => {
      const account = await accounts.lockRow(tx, accountId);
      if (!account) throw new AppError('AUTH_FAILED');
      requireNoHold(account);
      await deps.otpTokens.consume(tx, useOf(input, counted.phone, 'social'));
      const { provider, subject, suggestion } = await takePending(tx, input);
      return deps.completion.completeIn(tx, {
        account: { accountId, passwordHash: hash },
        method: 'social',
        amr: ['pwd', 'otp', 'sms', 'fed'],
        remember: true,
        caller,
        browser,
        settle: throttle.settle(counted, { hasCode: true }),
        link: { provider, subject, name: suggestion.name },
      });
    });
  };

  /** Links the identity to the phone's account. The attempt is counted before the password is compared. */
  const link = async (input: SocialVerify, phone: string): Promise<SignInResult> => {
    const { caller, browser, signal } = input;
    const password = requireComparablePassword(input.password, 'password');
    const result = await deps.hasher.admit({ signal, address: caller.addressKey }, async (slot) => {
      const counted = await throttle.count({
        phone,
        address: caller.addressKey,
        devices: browser.devices.map(({ hash }) => hash),
        proof: 'code',
      });
      if ('refused' in counted) throw refusalError(counted);
      const { account } = counted;
      const hash = account?.hash ?? null;
      try {
        const isRight = await slot.verify(hash, password);
        if (!isRight || !account || hash === null) return await fail(input, counted);
        return await completeLink(input, counted, { accountId: account.id, hash });
      } catch (error) {
        // ACCOUNT_NOT_FOUND means that the password changed during the comparison.
        if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND')
          throw new AppError('AUTH_FAILED', { cause: error });
        // Only AUTH_FAILED stays counted; a fault, or a refusal after a correct password, does not.
        if (!(error instanceof AppError && error.code === 'AUTH_FAILED')) await throttle.takeBack(counted);
        throw error;
      }
    });
    deps.notices.kick();
    return result;
  };

  return {
    /**
     * Describes a pending sign-up. Only a browser that entered a code sent to the phone learns whether the
     * phone has an account; without a code, `hasAccount` is null.
     * @throws AppError SOCIAL_SIGN_UP_EXPIRED, PHONE_INVALID, OTP_TOKEN_INVALID
     */
    async describe(
      { signUpId, phone: typed, otpToken }: Body<'POST /vid/ajax/auth/login/social/pending'>,
      { browser }: Visit,
    ) {
      const { provider, suggestion } = await requirePending(signUpId, browser.preSession);
      if (typed === undefined || otpToken === undefined) return { provider, suggestion, hasAccount: null };
      const phone = requireAccountPhone(typed, deps.config);
      await deps.otpTokens.requireLive(useOf({ otpToken, browser }, phone, 'social'));
      return { provider, suggestion, hasAccount: await accounts.existsByPhone(phone) };
    },

    async cancel(signUpId: string, preSession: PreSession): Promise<void> {
      await socialSignUps.take(sql, signUpId, preSession.hash);
    },

    /**
     * Links the identity or creates an account. A call repeated after a lost response signs in to the account
     * that the first call created (D4): the code is already used, and the sign-up finds the account by the
     * code.
     * @throws AppError SOCIAL_SIGN_UP_EXPIRED, SOCIAL_DISABLED, SOCIAL_TAKEN, PHONE_*, OTP_TOKEN_INVALID,
     * VALIDATION_FAILED, AUTH_FAILED, AUTH_THROTTLED, CHANGE_ON_HOLD, ACCOUNT_LOCKED, LOCKED_BY_OWNER,
     * MAINTENANCE, RATE_LIMITED, ACCOUNT_EXISTS, PASSWORD_*, TERMS_NOT_ACCEPTED, REFERRAL_INVALID, BUSY
     */
    async verify(input: SocialVerify): Promise<SignInResult> {
      const phone = requirePhone(input.phone, deps.config);
      const isProved = await deps.otpTokens.requireLive(useOf(input, phone, 'social')).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError) return false;
          throw error;
        },
      );
      if (!isProved) return signUp(input);
      const { provider } = await requirePending(input.signUpId, input.browser.preSession);
      deps.socialProofs.requireOffered(provider);
      return (await accounts.existsByPhone(phone)) ? link(input, phone) : signUp(input);
    },
  };
}

function requireEmail(typed: string): string | undefined {
  const email = typed.trim() === '' ? undefined : parseEmail(typed);
  if (email === undefined && typed.trim() !== '')
    throw new AppError('VALIDATION_FAILED', { fields: { email: 'email' } });
  return email;
}
