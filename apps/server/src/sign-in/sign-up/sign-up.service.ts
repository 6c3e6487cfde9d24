import { timingSafeEqual } from 'node:crypto';
import type { Body } from '@vid/contract/endpoints/index';
import { legalDocuments } from '@vid/contract/legal/legal-text';
import type { Queryable } from '#database/connection.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { checkFields } from '#lib/check-fields.ts';
import { newId } from '#lib/ids.ts';
import { cleanText } from '#lib/text/text.ts';
import { termsVersionOf, toLegalConsent } from '#account/legal/legal-versions.ts';
import { requirePhone } from '#account/require-phone.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { HashSlot } from '#account/credentials/password-hasher.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import { newReferralCode } from '#account/referral/referral.policy.ts';
import { referralInvalid } from '#account/referral/referral.service.ts';
import type { SignInResult } from '#sign-in/complete/complete.service.ts';
import type { Proof, Visit } from '#sign-in/complete/proof.ts';
import { useOf } from '#sign-in/otp/otp-token.ts';
import type { SignIn } from '../services.ts';

type Deps = SignIn & {
  /** Called again if the referral code is taken. */
  readonly drawReferralCode?: () => string;
};

type SignUp = Omit<Body<'POST /vid/ajax/users/signup/phone'>, 'termsVersion'> &
  Visit & {
    /** Version of the terms to which the visitor agreed; defaults to the current version. */
    readonly termsVersion?: string | undefined;
    readonly social?: SocialSignUp;
  };

/** Added to a sign-up with a social identity. The code of this sign-up has the purpose `social`. */
export type SocialSignUp = {
  /** Distinguishes the request from others with the same code. */
  readonly signUpId: string;
  /** Links the identity in the transaction that creates the account. */
  readonly link: (tx: Queryable, accountId: string) => Promise<void>;
};

type Checked = {
  readonly phone: string;
  readonly password: string;
  readonly referrerId: string | null;
  readonly campaign: string | null;
  readonly name: string | null;
  readonly requestHash: Buffer;
};

const maxDraws = 5;

/**
 * Signs up visitors with a verified phone. One transaction redeems the token and creates the account with its
 * password, consents and session (D6). A request repeated with the same token, after a lost response or a
 * double click, signs in to the same account (D4).
 */
export function createSignUpService(deps: Deps) {
  const { sql, keys, accounts, passwords, hasher, otpTokens, completion, audit } = deps;
  const drawReferralCode = deps.drawReferralCode ?? newReferralCode;

  /**
   * Returns the inviting account; null without a referral code. Members cannot invite themselves from a browser
   * in which they are signed in.
   * @throws AppError REFERRAL_INVALID
   */
  const requireInviter = async ({ referralCode, browser }: SignUp): Promise<string | null> => {
    const inviterId = await deps.referral.requireReferrer(referralCode);
    if (inviterId === null || !browser.tokenHash) return inviterId;
    const session = await deps.sessionRepo.find(browser.tokenHash);
    if (session?.account.id === inviterId) throw referralInvalid();
    return inviterId;
  };

  const check = async (input: SignUp): Promise<Checked> => {
    const checkedPhone = attempt(() => requirePhone(input.phone, deps.config));
    // With an invalid phone, the password is still checked, except for containing the phone.
    const knownPhone = checkedPhone.catch(() => undefined);
    const [phone, password, , campaign, name, referrerId] = await checkFields([
      checkedPhone,
      knownPhone.then((known) => requireGoodPassword(input.password, known, 'password')),
      attempt(() => requireAcceptedTerms(input.acceptedTerms)),
      attempt(() => cleanOptional('campaign', input.campaign)),
      attempt(() => cleanOptional('name', input.name)),
      requireInviter(input),
    ]);
    // The request hash excludes the password, because a fast hash of a password must not be stored; a
    // repeated request verifies the password against the slow hash.
    const social = input.social?.signUpId ?? null;
    const { isEnterprise = false, isNewOwner = false } = input;
    const parts = [phone, isEnterprise, referrerId, campaign, name, isNewOwner, social];
    const request = JSON.stringify(parts);
    const requestHash = keys.pepper('sign-up-request', request);
    return { phone, password, referrerId, campaign, name, requestHash };
  };

  /**
   * Signs in to the account that an earlier identical request created; returns undefined without one, or if the
   * password is wrong.
   */
  const repeat = async (slot: HashSlot, input: SignUp, checked: Checked) => {
    const earlier = await otpTokens.findSignUp(input.otpToken, checked.phone, input.browser.preSession.hash);
    if (!earlier) return undefined;
    if (!timingSafeEqual(earlier.requestHash, checked.requestHash)) return undefined;
    const passwordHash = await passwords.findHash(earlier.accountId);
    if (passwordHash === undefined || !(await slot.verify(passwordHash, checked.password))) return undefined;
    try {
      const account = { accountId: earlier.accountId, passwordHash };
      return await completion.complete(proofOf(account, input));
    } catch (error) {
      // The password has changed since, so the request no longer proves the account.
      if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND') return undefined;
      throw error;
    }
  };

  const create = (input: SignUp, checked: Checked, hash: string): Promise<SignInResult> =>
    sql.begin(async (tx) => {
      const { caller } = input;
      // Every transaction locks the dormant account before the token, to prevent deadlocks.
      if (input.isNewOwner) await deps.releasePhone(tx, checked.phone, caller);
      await otpTokens.consume(tx, useOf(input, checked.phone, ...purposesOf(input)));
      const accountId = newId('acc');
      const kind = input.isEnterprise ? 'enterprise' : 'personal';
      const { lastId, versions } = await deps.legal.findCurrent(tx);
      // If a newer version was published after the visitor agreed, the member must agree to it after the
      // sign-up.
      const current = termsVersionOf({ terms: versions.terms.version, privacy: versions.privacy.version });
      const hasAgreed = (input.termsVersion ?? current) === current;
      await accounts.insert(tx, {
        id: accountId,
        phone: checked.phone,
        kind,
        referralCode: drawReferralCode(),
        referredBy: checked.referrerId,
        campaign: checked.campaign,
        locale: caller.locale,
        agreedLegal: hasAgreed ? lastId : -1,
        ...(input.isEnterprise ? {} : { name: checked.name }),
      });
      await publishWebhooks(tx, { event: 'account.created', accountId, kind });
      if (input.isEnterprise && checked.name !== null)
        await accounts.updateEnterprise(tx, accountId, { name: checked.name });
      await input.social?.link(tx, accountId);
      await passwords.insert(tx, accountId, hash);
      const agreement = {
        accountId,
        language: caller.locale,
        method: 'sign-up-form',
        address: caller.address,
      };
      if (hasAgreed)
        await accounts.insertConsents(
          tx,
          legalDocuments.map((document) => toLegalConsent(agreement, versions[document])),
        );
      await otpTokens.rememberSignUp(tx, {
        token: input.otpToken,
        phone: checked.phone,
        accountId,
        requestHash: checked.requestHash,
      });
      // Drop failures recorded before the account existed.
      await deps.throttle.clear(tx, checked.phone);
      await audit.write(tx, {
        kind: 'account.created',
        accountId,
        caller,
        details: { kind, referred: checked.referrerId !== null },
      });
      return completion.completeIn(tx, proofOf({ accountId }, input));
    });

  /** Creates the account, and draws up to `maxDraws` referral codes until one is not taken. */
  const createOnce = async (slot: HashSlot, input: SignUp, checked: Checked): Promise<SignInResult> => {
    // Check the token before the expensive hashing.
    await otpTokens.requireLive(useOf(input, checked.phone, ...purposesOf(input)));
    const hash = await slot.hash(checked.password);
    for (let draw = 1; ; draw += 1) {
      try {
        return await create(input, checked, hash);
      } catch (error) {
        if (isUniqueViolation(error, 'accounts_phone_key'))
          throw new AppError('ACCOUNT_EXISTS', { cause: error });
        if (!isUniqueViolation(error, 'accounts_referral_code_key') || draw === maxDraws) throw error;
      }
    }
  };

  return {
    /**
     * Creates an account, or signs in to the account of a repeated request.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, VALIDATION_FAILED, PASSWORD_*, TERMS_NOT_ACCEPTED,
     *   REFERRAL_INVALID, BUSY, OTP_TOKEN_INVALID, ACCOUNT_EXISTS; errors of `social.link` and of
     *   `completeIn`
     */
    async signUp(input: SignUp): Promise<SignInResult> {
      const checked = await check(input);
      return hasher.admit({ signal: input.signal, address: input.caller.addressKey }, async (slot) => {
        const repeated = await repeat(slot, input, checked);
        if (repeated) return repeated;
        try {
          return await createOnce(slot, input, checked);
        } catch (error) {
          // The other request of a double click may have redeemed the token.
          const isRedeemed = error instanceof AppError && error.code === 'OTP_TOKEN_INVALID';
          const twin = isRedeemed ? await repeat(slot, input, checked) : undefined;
          if (twin) return twin;
          throw error;
        }
      });
    },
  };
}

function proofOf(account: Proof['account'], { caller, browser, social }: SignUp): Proof {
  const amr = social ? (['otp', 'sms', 'fed'] as const) : (['otp', 'sms'] as const);
  return { account, method: 'sign-up', amr, remember: true, caller, browser };
}

/**
 * Returns the accepted purposes of the code. A sign-in with an unknown phone continues as a sign-up, so a
 * sign-in code is accepted too.
 */
function purposesOf({ social }: SignUp): readonly OtpCodePurpose[] {
  return social ? ['social'] : ['signup', 'signin'];
}

const attempt = async <T>(check: () => T): Promise<T> => check();

function requireAcceptedTerms(isAccepted: boolean): void {
  if (!isAccepted) throw new AppError('TERMS_NOT_ACCEPTED', { fields: { acceptedTerms: 'terms' } });
}

function cleanOptional(field: 'campaign' | 'name', input: string | null | undefined): string | null {
  const verdict = cleanText(input ?? '');
  if ('problem' in verdict) throw new AppError('VALIDATION_FAILED', { fields: { [field]: verdict.problem } });
  return verdict.text === '' ? null : verdict.text;
}

export type SignUpService = ReturnType<typeof createSignUpService>;
