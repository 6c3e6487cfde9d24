import { timingSafeEqual } from 'node:crypto';
import { otpLimits, webClientId } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { Random } from '#ports/random.ts';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import type { Counters } from '#platform/limits/counters.ts';
import type { SmsBreaker } from '#platform/sms/sms-breaker.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import { createOtpAdmission, writeRefusal, type Asked } from './otp-admission.ts';
import { createOtpSending, hashCode } from './otp-sending.ts';
import { breakerLookbackSeconds, unansweredKey } from './breaker.policy.ts';
import {
  codeRules,
  counterKeys,
  defaultPurpose,
  mayCompare,
  normaliseCode,
  type Caps,
} from './otp.policy.ts';
import type { CodeTarget, OtpRepo } from './otp.repo.ts';

type Deps = {
  readonly config: Config;
  readonly sql: Sql;
  readonly repo: OtpRepo;
  readonly captchas: CaptchaService;
  readonly counters: Counters;
  readonly sms: SmsService;
  readonly smsBreaker: Pick<SmsBreaker, 'held'>;
  readonly keys: Keys;
  readonly random: Random;
  readonly audit: Audit;
  readonly metrics: Metrics;
  readonly log: Logger;
};

type Visitor = {
  readonly clientId: string;
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
  /** The request's Idempotency-Key. */
  readonly key: string | undefined;
};
export type OtpRequest = Visitor & {
  readonly phone: string;
  readonly captchaToken: string | undefined;
  readonly purpose: OtpRequestPurpose | undefined;
  /** Hashes (hexadecimal) of the tokens in the browser's device cookie. */
  readonly devices: readonly string[];
};
export type OtpAnswer = Visitor & { readonly otpRequestId: string; readonly otpValue: string };

/** Tries of unknown codes from one network address. Each may add a row. */
const missesPerAddressHour = 600;

/** One-time codes. They are requested with a captcha, sent within limits and exchanged once for a token. */
export function createOtpService(deps: Deps) {
  const { config, repo, counters, keys, metrics } = deps;
  const admission = createOtpAdmission(deps);
  const sending = createOtpSending(deps);

  /** Writes the audit row of a refused attempt. Skips a repeat, which could otherwise add any number of rows. */
  const auditRefusal = async (
    reason: 'wrong-code' | 'locked',
    attempt: { readonly purpose: OtpRequestPurpose; readonly phone: string; readonly isRepeat: boolean },
    caller: Caller,
  ): Promise<void> => {
    if (!attempt.isRepeat) await writeRefusal(deps, reason, { ...attempt, caller });
  };

  /** An unknown code gets the same response as a wrong one, including the attempts left (O7). */
  const answerUnknown = async (input: OtpAnswer): Promise<AppError> => {
    const name = keys.pepper('counter', `${input.preSessionHash.toString('hex')}:${input.otpRequestId}`);
    const [network, hit] = await counters.hitInOrder([
      { key: `otp-miss-addr:${input.caller.addressKey}`, windowSeconds: 3_600, limit: missesPerAddressHour },
      {
        key: `otp-miss:${name.toString('base64url')}`,
        windowSeconds: otpLimits.lifeSeconds,
        limit: otpLimits.maxAttempts,
      },
    ]);
    metrics.otp.inc({ purpose: 'unknown', event: 'refused' });
    return network?.isOver || hit?.isOver
      ? new AppError('OTP_LOCKED')
      : wrongCode(otpLimits.maxAttempts - (hit?.points ?? 1));
  };

  /**
   * After a correct code the requester may request the next one at once, and the network has one unanswered code less.
   * Not part of the exchange, which would keep rows that many callers share locked until it is on disk. Never throws,
   * because the code is already redeemed.
   */
  const endWaits = async (unanswered: readonly string[], waits: readonly string[]): Promise<void> => {
    try {
      await counters.refund(unanswered, waits);
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to clear the resend wait of a verified phone');
    }
  };

  /** The token of a repeatable exchange is derived from its inputs, so that a repeat gets the same one. */
  const tokenOf = (attemptHash: Buffer | null): string =>
    attemptHash === null
      ? newSecret()
      : keys.pepper('otp-token', attemptHash.toString('hex')).toString('base64url');

  const isCode = (codeHash: Uint8Array, id: string, code: string): boolean =>
    timingSafeEqual(hashCode(keys, id, code), Buffer.from(codeHash));

  /** The answer for a code that takes no more attempts: for a repeat of its exchange, the first one's token. */
  const answerDead = async (input: OtpAnswer, target: CodeTarget, code: string) => {
    const found = await repo.explain(target);
    if (found?.isExhausted) throw new AppError('OTP_LOCKED');
    if (found?.isUsed && found.isRepeat && isCode(found.codeHash, target.id, code))
      return tokenAnswer(tokenOf(target.attemptHash));
    throw await answerUnknown(input);
  };

  return {
    /**
     * Sends a code. Checks run from cheap to expensive: the phone, the captcha, the breaker, the limits, the SMS. The
     * captcha is redeemed even if a later check fails, so that each request costs one. A repeat with the same
     * Idempotency-Key and inputs continues the first call: it costs no captcha, counts against no limit and sends no
     * second SMS. Once a later code has replaced the first call's code, a repeat is refused. The response does not
     * depend on whether the phone has an account.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CAPTCHA_REQUIRED, CAPTCHA_INVALID, OTP_RATE, SMS_UNAVAILABLE
     */
    async request(input: OtpRequest) {
      const phone = requirePhone(input.phone, config);
      if (input.clientId !== webClientId) {
        throw new AppError('VALIDATION_FAILED', { fields: { clientId: 'unknown' } });
      }
      const { caller, preSessionHash, captchaToken } = input;
      const asked: Asked = { ...input, phone, purpose: input.purpose ?? defaultPurpose };
      const { purpose } = asked;
      const requestHash = hashOfRepeatable(keys, 'otp-request', [
        input.key,
        preSessionHash.toString('hex'),
        captchaToken,
        phone,
        purpose,
      ]);
      const firstId = newId('otp');
      const find = () =>
        repo.findSendState({
          captcha: deps.captchas.redemption(deps.sql, captchaToken, { preSessionHash, purpose: 'otp' }),
          id: firstId,
          requestHash,
          phone,
          devices: input.devices,
          hourKey: counterKeys(keys, phone).hour(null),
          throttleHash: throttleHash(keys, phone),
          failureLimit: config.otpPhoneFailuresDay,
          breakerWindow: config.otpBreakerWindow,
          breakerLookbackSeconds,
        });
      let state = await find();
      // The first call of this request may have redeemed the captcha while this one waited for it.
      if (requestHash && !state.hasCaptcha && state.repeatedId === null) state = await find();
      if (!state.hasCaptcha && state.repeatedId === null) throw new AppError('CAPTCHA_INVALID');
      if (state.isUndelivered)
        throw new AppError('SMS_UNAVAILABLE', { internal: 'a repeat of a failed SMS' });
      const id = state.repeatedId ?? firstId;
      const { code: stored, wasDeleted } = state.repeatedId === null ? noCode : await repo.findCode(id);
      // Sending it again would cost no captcha and count against no limit, as often as two requests are alternated.
      if (wasDeleted) throw new AppError('CAPTCHA_INVALID', { internal: 'a repeat of a replaced code' });
      const { caps, mode, resendIn } = stored
        ? { caps: noCaps, mode: null, resendIn: stored.resendSeconds }
        : await admission.admit(state, asked, requestHash);
      const { digits, maxAttempts } = stored
        ? { ...otpLimits, digits: stored.digits }
        : codeRules(mode ?? 'stranger');
      if (!stored?.sentAt) {
        const code = deps.random.digits(digits);
        if (!stored)
          await repo.create(
            {
              id,
              preSessionHash,
              clientId: input.clientId,
              purpose,
              phone,
              codeHash: hashCode(keys, id, code),
              digits,
              maxAttempts,
              device: state.device,
              resendSeconds: resendIn,
            },
            state.isMember,
            caller,
            { purpose, phone: maskPhone(phone) },
          );
        await sending.send(asked, { id, digits: code, isRepeatable: requestHash !== null }, caps);
      }
      return { otpRequestId: id, expiresIn: otpLimits.lifeSeconds, resendIn, digits };
    },

    /**
     * Exchanges a code for its token. Every attempt is counted and committed before it is compared. A repeat with the
     * same Idempotency-Key and code gets the outcome of the first call; any other second use of a code is refused.
     * @throws AppError VALIDATION_FAILED unless the input is a code (not counted as an attempt), OTP_INVALID with
     *   `attemptsLeft`, OTP_LOCKED if the code's attempts are used up, or if strangers entered too many wrong codes of
     *   the phone and this code is short
     */
    async validate(input: OtpAnswer) {
      const code = normaliseCode(input.otpValue);
      if (code === undefined) throw new AppError('VALIDATION_FAILED', { fields: { otpValue: 'format' } });
      const { caller, otpRequestId: id, preSessionHash, clientId } = input;
      const attemptHash = hashOfRepeatable(keys, 'otp-attempt', [input.key, id, code]);
      const target = { id, preSessionHash, clientId, attemptHash };
      const failureLimit = config.otpPhoneFailuresDay;
      let attempt = await repo.countAttempt(target, failureLimit);
      if (!attempt && (await repo.adopt(id))) attempt = await repo.countAttempt(target, failureLimit);
      if (!attempt) return answerDead(input, target, code);
      const { phone, purpose } = attempt;
      if (!mayCompare(attempt, failureLimit)) {
        metrics.otp.inc({ purpose, event: 'locked' });
        await auditRefusal('locked', attempt, caller);
        throw new AppError('OTP_LOCKED');
      }
      if (!isCode(attempt.codeHash, id, code)) {
        metrics.otp.inc({ purpose, event: 'refused' });
        await auditRefusal('wrong-code', attempt, caller);
        throw wrongCode(attempt.maxAttempts - attempt.attempts);
      }
      const otpToken = tokenOf(attemptHash);
      const phoneKeys = counterKeys(keys, phone);
      const from = { preSessionHash, addressKey: caller.addressKey, device: attempt.device };
      const exchanged = await repo.exchange({
        id,
        tokenHash: keys.hashSecret(otpToken),
        tokenTtlSeconds: otpLimits.tokenLifeSeconds,
        caller,
        details: { purpose, phone: maskPhone(phone) },
      });
      if (!exchanged) return answerDead(input, target, code);
      const { network } = exchanged;
      await endWaits(network === null ? [] : [unansweredKey(network)], [
        ...phoneKeys.waits(from),
        ...phoneKeys.slots(from),
      ]);
      metrics.otp.inc({ purpose, event: 'verified' });
      return tokenAnswer(otpToken);
    },
  };
}

const tokenAnswer = (otpToken: string) => ({ otpToken, expiresIn: otpLimits.tokenLifeSeconds });

const noCode = { code: undefined, wasDeleted: false };
const noCaps: Caps = { own: [], shared: [] };

function wrongCode(attemptsLeft: number): AppError {
  return new AppError('OTP_INVALID', { details: { attemptsLeft: Math.max(0, attemptsLeft) } });
}

/** Identifies a request by its Idempotency-Key and everything else that it says; null without a key. */
function hashOfRepeatable(keys: Keys, purpose: string, parts: readonly [string | undefined, ...unknown[]]) {
  return parts[0] === undefined ? null : keys.pepper(purpose, JSON.stringify(parts));
}

export type OtpService = ReturnType<typeof createOtpService>;
