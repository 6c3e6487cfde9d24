import { timingSafeEqual } from 'node:crypto';
import { otpLimits, webClientId } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/phone.ts';
import type { Random } from '#ports/random.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { codeText } from '#platform/sms/sms-texts.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import {
  breakerLookbackSeconds,
  breakerRetrySeconds,
  isBreakerOpen,
  limitOfKey,
  type OtpLimit,
} from './breaker.policy.ts';
import {
  capsOf,
  counterKeys,
  defaultPurpose,
  normaliseCode,
  resendSeconds,
  type Caps,
} from './otp.policy.ts';
import type { OtpRepo } from './otp.repo.ts';

type Deps = {
  readonly config: Config;
  readonly sql: Sql;
  readonly repo: OtpRepo;
  readonly captchas: CaptchaService;
  readonly counters: Counters;
  readonly sms: SmsService;
  readonly keys: Keys;
  readonly random: Random;
  readonly audit: Audit;
  readonly metrics: Metrics;
  readonly log: Logger;
};

type Visitor = { readonly clientId: string; readonly preSessionHash: Buffer; readonly caller: Caller };
export type OtpRequest = Visitor & {
  readonly phone: string;
  readonly captchaToken: string | undefined;
  readonly purpose: OtpRequestPurpose | undefined;
};
export type OtpAnswer = Visitor & { readonly otpRequestId: string; readonly otpValue: string };

/** Written to the audit log. */
type RefusalReason = 'rest' | 'breaker' | 'cap' | 'wrong-code' | 'locked';

/** One-time codes. They are requested with a captcha, sent within limits and exchanged once for a token. */
export function createOtpService(deps: Deps) {
  const { config, repo, counters, keys, metrics } = deps;
  const breaker = {
    window: config.otpBreakerWindow,
    percent: config.otpBreakerPercent,
    networks: config.otpBreakerNetworks,
  };

  const hashCode = (id: string, code: string): Buffer => keys.pepper('otp', `${id}:${code}`);

  const refuse = async (
    reason: RefusalReason,
    input: { readonly purpose: OtpRequestPurpose; readonly phone: string; readonly caller: Caller },
  ): Promise<void> => {
    await deps.audit.write(deps.sql, {
      kind: 'otp.refused',
      caller: input.caller,
      details: { reason, purpose: input.purpose, phone: maskPhone(input.phone) },
    });
  };

  /**
   * Counts a request against every limit. If one is exceeded, refunds all and returns the seconds to wait; otherwise
   * returns 0.
   */
  const takeCaps = async (caps: Caps): Promise<number> => {
    const results = await counters.hit([...caps.own, ...caps.shared]);
    const over = results.filter((result) => result.isOver);
    if (over.length > 0) await counters.refund(results.map((result) => result.key));
    for (const { key } of over) noteLimit(limitOfKey(key));
    return Math.max(0, ...over.map((result) => result.resetsInSeconds));
  };

  const noteLimit = (limit: OtpLimit | undefined): void => {
    if (limit !== undefined) metrics.otpLimited.inc({ limit });
  };

  const findSendState = (phone: string, captcha: Fragment) =>
    repo.findSendState({
      captcha,
      phone,
      sendsKey: counterKeys(keys, phone).hour,
      failureLimit: config.otpPhoneFailuresDay,
      breakerWindow: breaker.window,
      breakerLookbackSeconds,
    });

  /** The first reason to refuse a request, or the limits it counts against. */
  const checkLimits = async (
    state: Awaited<ReturnType<typeof findSendState>>,
    phone: string,
    caller: Caller,
  ): Promise<
    | { reason: RefusalReason; waitSeconds: number }
    | { reason: undefined; caps: Caps; isMember: boolean; resendIn: number }
  > => {
    const isOpen = isBreakerOpen(state, breaker);
    metrics.smsBreakerOpen.set(isOpen ? 1 : 0);
    if (state.blockedSeconds > 0) {
      noteLimit('rest');
      return { reason: 'rest', waitSeconds: state.blockedSeconds };
    }
    // With strict privacy, sparing members would reveal who is one.
    if (isOpen && (!state.isMember || config.strictPrivacy === 'on')) {
      const { sent, verified, networks } = state;
      deps.log.error({ limits: breaker, sent, verified, networks }, 'SMS breaker is open');
      noteLimit('breaker');
      return { reason: 'breaker', waitSeconds: breakerRetrySeconds };
    }
    const caps = capsOf({
      keys: counterKeys(keys, phone),
      addressKey: caller.addressKey,
      isMember: state.isMember,
      sendsBefore: state.sends,
      config,
    });
    const waitSeconds = await takeCaps(caps);
    return waitSeconds > 0
      ? { reason: 'cap', waitSeconds }
      : { reason: undefined, caps, isMember: state.isMember, resendIn: resendSeconds(state.sends) };
  };

  /** An unknown code gets the same response as a wrong one, including the attempts left (O7). */
  const answerUnknown = async (input: OtpAnswer): Promise<AppError> => {
    const name = keys.pepper('counter', `${input.preSessionHash.toString('hex')}:${input.otpRequestId}`);
    const [hit] = await counters.hit([
      {
        key: `otp-miss:${name.toString('base64url')}`,
        windowSeconds: otpLimits.lifeSeconds,
        limit: otpLimits.maxAttempts,
      },
    ]);
    metrics.otp.inc({ purpose: 'unknown', event: 'refused' });
    return hit?.isOver ? new AppError('OTP_LOCKED') : wrongCode(otpLimits.maxAttempts - (hit?.points ?? 1));
  };

  return {
    /**
     * Sends a code. Checks run from cheap to expensive: the phone, the captcha, the block and the breaker, the limits,
     * the SMS. The captcha is redeemed even if a later check fails, so that each request costs one. The response does
     * not depend on whether the phone has an account.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CAPTCHA_REQUIRED, CAPTCHA_INVALID, OTP_RATE, SMS_UNAVAILABLE
     */
    async request(input: OtpRequest) {
      const phone = requirePhone(input.phone, config);
      if (input.clientId !== webClientId) {
        throw new AppError('VALIDATION_FAILED', { fields: { clientId: 'unknown' } });
      }
      const { caller } = input;
      const purpose = input.purpose ?? defaultPurpose;
      const captcha = deps.captchas.redemption(deps.sql, input.captchaToken, {
        preSessionHash: input.preSessionHash,
        purpose: 'otp',
      });
      const state = await findSendState(phone, captcha);
      if (!state.hasCaptcha) throw new AppError('CAPTCHA_INVALID');
      const found = await checkLimits(state, phone, caller);
      if (found.reason !== undefined) {
        metrics.otp.inc({ purpose, event: 'limited' });
        await refuse(found.reason, { purpose, phone, caller });
        throw new AppError('OTP_RATE', { retryAfterSeconds: found.waitSeconds });
      }

      const id = newId('otp');
      const code = deps.random.digits(otpLimits.digits);
      const text = codeText({ code, purpose, locale: caller.locale, host: config.publicUrl.hostname });
      const details = { purpose, phone: maskPhone(phone) };
      await repo.create({
        id,
        preSessionHash: input.preSessionHash,
        clientId: input.clientId,
        purpose,
        phone,
        codeHash: hashCode(id, code),
        isMember: found.isMember,
        ttlSeconds: otpLimits.lifeSeconds,
        caller,
        details,
      });
      const smsId = newId('sms');
      const outcome = await deps.sms.sendNow({ id: smsId, to: phone, text, locale: caller.locale, purpose });
      if (outcome !== 'accepted') {
        await repo.discard(id, caller, { ...details, reason: 'sms' });
        const { own, shared } = found.caps;
        const refunded = outcome === 'refused' ? [...own, ...shared] : own;
        await counters.refund(refunded.map((hit) => hit.key));
        throw new AppError('SMS_UNAVAILABLE', { internal: `SMS ${smsId}: ${outcome}` });
      }
      metrics.otp.inc({ purpose, event: 'requested' });
      return { otpRequestId: id, expiresIn: otpLimits.lifeSeconds, resendIn: found.resendIn };
    },

    /**
     * Exchanges a code for its token. Every attempt is counted and committed before it is compared.
     * @throws AppError VALIDATION_FAILED unless the input is six digits (not counted as an attempt), OTP_INVALID with
     *   `attemptsLeft`, OTP_LOCKED if the attempts of the code or of the phone's day are used up
     */
    async validate(input: OtpAnswer) {
      const code = normaliseCode(input.otpValue);
      if (code === undefined) throw new AppError('VALIDATION_FAILED', { fields: { otpValue: 'format' } });
      const { caller, otpRequestId: id } = input;
      const target = {
        id,
        preSessionHash: input.preSessionHash,
        clientId: input.clientId,
        maxAttempts: otpLimits.maxAttempts,
      };
      const failureLimit = config.otpPhoneFailuresDay;
      const attempt = await repo.countAttempt({ ...target, failureLimit });
      if (!attempt) {
        if (await repo.isExhausted(target)) throw new AppError('OTP_LOCKED');
        throw await answerUnknown(input);
      }
      const { phone, purpose } = attempt;
      if (attempt.failures > failureLimit) {
        metrics.otp.inc({ purpose, event: 'locked' });
        await refuse('locked', { purpose, phone, caller });
        throw new AppError('OTP_LOCKED');
      }
      if (!timingSafeEqual(hashCode(id, code), Buffer.from(attempt.codeHash))) {
        metrics.otp.inc({ purpose, event: 'refused' });
        await refuse('wrong-code', { purpose, phone, caller });
        throw wrongCode(otpLimits.maxAttempts - attempt.attempts);
      }
      const otpToken = newSecret();
      const wasMade = await repo.exchange({
        id,
        tokenHash: keys.hashSecret(otpToken),
        tokenTtlSeconds: otpLimits.tokenLifeSeconds,
        waitKey: counterKeys(keys, phone).wait,
        caller,
        details: { purpose, phone: maskPhone(phone) },
      });
      if (!wasMade) throw await answerUnknown(input);
      metrics.otp.inc({ purpose, event: 'verified' });
      return { otpToken, expiresIn: otpLimits.tokenLifeSeconds };
    },
  };
}

function wrongCode(attemptsLeft: number): AppError {
  return new AppError('OTP_INVALID', { details: { attemptsLeft: Math.max(0, attemptsLeft) } });
}

export type OtpService = ReturnType<typeof createOtpService>;
