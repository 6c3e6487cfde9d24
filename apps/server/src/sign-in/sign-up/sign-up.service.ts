import { timingSafeEqual } from 'node:crypto';
import { termsVersion } from '@vid/contract/limits';
import type { Sql } from '#database/connection.ts';
import { isUniqueViolation } from '#database/outage.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import { cleanText } from '#lib/text.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { OtpTokens } from '#sign-in/otp/otp-token.ts';
import type { HashPlace, PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { requireGoodPassword } from '#account/credentials/password.policy.ts';
import { newReferralCode } from '#account/referral/referral.policy.ts';
import type { ReferralService } from '#account/referral/referral.service.ts';
import type { Browser, IssuedSession, SessionService } from '#sign-in/session/session.service.ts';

type Parts = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly keys: Keys;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly otpTokens: OtpTokens;
  readonly referral: ReferralService;
  readonly sessions: SessionService;
  readonly audit: Audit;
  /** Source of referral codes; a code that is taken is drawn again. */
  readonly drawReferralCode?: () => string;
};

export type SignUp = {
  readonly phone: string;
  readonly password: string;
  readonly isEnterprise: boolean;
  readonly referralCode: string | null | undefined;
  readonly campaign: string | null | undefined;
  readonly otpToken: string;
  readonly acceptedTerms: boolean;
  readonly caller: Caller;
  readonly browser: Browser;
  readonly signal: AbortSignal;
};

type Checked = {
  readonly phone: string;
  readonly password: string;
  readonly referrerId: string | null;
  readonly campaign: string | null;
  readonly requestHash: Buffer;
};

const maxDraws = 5;

/**
 * Sign-up with a verified phone: one transaction spends the token and makes the account with its credential,
 * consents and session, or nothing at all (D6). The same token with the same request again, after a lost answer
 * or by a double click, gives the same account (D4).
 */
export function createSignUpService(parts: Parts) {
  const { sql, keys, accounts, hasher, otpTokens, sessions, audit } = parts;
  const drawReferralCode = parts.drawReferralCode ?? newReferralCode;

  /** Everything that can be refused before the token is touched. */
  const check = async (input: SignUp): Promise<Checked> => {
    const phone = requirePhone(input.phone, parts.config);
    const password = requireGoodPassword(input.password, phone, 'password');
    if (!input.acceptedTerms)
      throw new AppError('TERMS_NOT_ACCEPTED', { fields: { acceptedTerms: 'terms' } });
    const campaign = cleanCampaign(input.campaign);
    const referrerId = await parts.referral.requireReferrer(input.referralCode);
    // Without the password: a fast hash of it must not lie in the table. A repeat proves it by the slow one.
    const asked = JSON.stringify([phone, input.isEnterprise, referrerId, campaign]);
    return { phone, password, referrerId, campaign, requestHash: keys.pepper('sign-up-request', asked) };
  };

  /** The session of a sign-up that happened already, or undefined when this is no repeat of it. */
  const repeat = async (place: HashPlace, input: SignUp, checked: Checked) => {
    const spent = await otpTokens.findSpent(input.otpToken, input.browser.preSession.hash);
    if (!spent || spent.phone !== checked.phone) return undefined;
    if (!timingSafeEqual(spent.requestHash, checked.requestHash)) return undefined;
    const credential = await accounts.findCredential(spent.accountId);
    if (!credential || !(await place.verify(credential.hash, checked.password))) return undefined;
    try {
      return await sessions.issueForPassword(sessionOf(spent.accountId, input), {
        hash: credential.hash,
        counted: null,
      });
    } catch (error) {
      // The password was changed a moment ago: this request is no longer what made the account.
      if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND') return undefined;
      throw error;
    }
  };

  const create = (input: SignUp, checked: Checked, hash: string): Promise<IssuedSession> =>
    sql.begin(async (tx) => {
      const { caller } = input;
      await otpTokens.claimForSignUp(tx, {
        token: input.otpToken,
        phone: checked.phone,
        preSessionHash: input.browser.preSession.hash,
      });
      const accountId = newId('acc');
      await accounts.insert(tx, {
        id: accountId,
        phone: checked.phone,
        kind: input.isEnterprise ? 'enterprise' : 'personal',
        referralCode: drawReferralCode(),
        referredBy: checked.referrerId,
        campaign: checked.campaign,
        locale: caller.locale,
      });
      await accounts.insertPassword(tx, accountId, hash);
      await accounts.insertConsents(
        tx,
        ['terms', 'privacy'].map((purpose) => ({
          accountId,
          purpose,
          noticeVersion: termsVersion,
          method: 'sign-up-form',
          address: caller.address,
        })),
      );
      await otpTokens.rememberSignUp(tx, {
        token: input.otpToken,
        accountId,
        requestHash: checked.requestHash,
      });
      // Failures counted before the account existed were nobody's.
      await parts.throttle.clear(tx, checked.phone);
      await audit.write(tx, {
        kind: 'account.created',
        accountId,
        caller,
        details: {
          kind: input.isEnterprise ? 'enterprise' : 'personal',
          referred: checked.referrerId !== null,
        },
      });
      return sessions.issue(tx, sessionOf(accountId, input));
    });

  return {
    /**
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, VALIDATION_FAILED, PASSWORD_*, TERMS_NOT_ACCEPTED,
     *   REFERRAL_INVALID, BUSY, OTP_TOKEN_INVALID, ACCOUNT_EXISTS
     */
    async signUp(input: SignUp): Promise<IssuedSession> {
      const checked = await check(input);
      return hasher.admit(input.signal, async (place) => {
        const repeated = await repeat(place, input, checked);
        if (repeated) return repeated;
        // A hash is dear: it is not made for a token that will be refused.
        await otpTokens.requireLive({
          token: input.otpToken,
          phone: checked.phone,
          purposes: ['signup', 'signin'],
          preSessionHash: input.browser.preSession.hash,
        });
        const hash = await place.hash(checked.password);
        for (let draw = 1; ; draw += 1) {
          try {
            return await create(input, checked, hash);
          } catch (error) {
            if (isUniqueViolation(error, 'accounts_phone_key'))
              throw new AppError('ACCOUNT_EXISTS', { cause: error });
            if (isUniqueViolation(error, 'accounts_referral_code_key') && draw < maxDraws) continue;
            // A double click: the other request spent the token a moment ago.
            if (error instanceof AppError && error.code === 'OTP_TOKEN_INVALID') {
              const twin = await repeat(place, input, checked);
              if (twin) return twin;
            }
            throw error;
          }
        }
      });
    },
  };
}

function sessionOf(accountId: string, { caller, browser }: SignUp) {
  return { accountId, method: 'sign-up', remember: true, caller, browser } as const;
}

function cleanCampaign(input: string | null | undefined): string | null {
  if (input === null || input === undefined) return null;
  const verdict = cleanText(input);
  if ('problem' in verdict)
    throw new AppError('VALIDATION_FAILED', { fields: { campaign: verdict.problem } });
  return verdict.text === '' ? null : verdict.text;
}

export type SignUpService = ReturnType<typeof createSignUpService>;
