import { otpLimits } from '@vid/contract/limits';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/mask-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Counters, Mark } from '#platform/limits/counters.ts';
import type { SmsBreaker } from '#platform/sms/sms-breaker.ts';
import {
  breakerLimits,
  breakerRetrySeconds,
  isBreakerOpen,
  limitOfKey,
  type OtpLimit,
} from './breaker.policy.ts';
import { capsOf, counterKeys, resendSeconds, type Caps, type OtpMode, type Requester } from './otp.policy.ts';
import type { OtpRepo } from './otp.repo.ts';

type Deps = {
  readonly config: Config;
  readonly sql: Sql;
  readonly counters: Counters;
  readonly smsBreaker: Pick<SmsBreaker, 'held'>;
  readonly keys: Keys;
  readonly audit: Audit;
  readonly metrics: Metrics;
  readonly log: Logger;
};

/** A request for a code, after its input was checked. */
export type Asked = {
  /** E.164. */
  readonly phone: string;
  readonly purpose: OtpRequestPurpose;
  readonly preSessionHash: Buffer;
  readonly caller: Caller;
};
export type SendState = Awaited<ReturnType<OtpRepo['findSendState']>>;

type About = { readonly purpose: OtpRequestPurpose; readonly phone: string; readonly caller: Caller };

/** Writes the audit row of a refused request or attempt. */
export async function writeRefusal(
  { audit, sql }: Pick<Deps, 'audit' | 'sql'>,
  reason: 'breaker' | 'cap' | 'wrong-code' | 'locked',
  { purpose, phone, caller }: About,
): Promise<void> {
  await audit.write(sql, {
    kind: 'otp.refused',
    caller,
    details: { reason, purpose, phone: maskPhone(phone) },
  });
}

/** Decides whether a code may be sent, and how hard to guess it must be. */
export function createOtpAdmission(deps: Deps) {
  const { config, counters, keys, metrics } = deps;
  const breaker = breakerLimits(config);

  const noteLimit = (limit: OtpLimit | undefined): void => {
    if (limit !== undefined) metrics.otpLimited.inc({ limit });
  };

  const rateError = async (
    reason: 'breaker' | 'cap',
    asked: Asked & { readonly isRepeat: boolean },
    seconds: number,
  ): Promise<AppError> => {
    metrics.otp.inc({ purpose: asked.purpose, event: 'limited' });
    // A repeat costs no captcha, so it could add any number of rows.
    if (!asked.isRepeat) await writeRefusal(deps, reason, asked);
    return new AppError('OTP_RATE', { retryAfterSeconds: seconds });
  };

  /**
   * Counts a request against every limit. If some are exceeded, refunds all and returns those. If an earlier call of the
   * same request, whose response was lost, has counted already, this call counts nothing.
   */
  const takeCaps = async (caps: Caps, mark: Mark | null) => {
    const limits = [...caps.own, ...caps.shared];
    const { results, isRepeat } = mark
      ? await counters.hitMarked(limits, mark)
      : { results: await counters.hit(limits), isRepeat: false };
    const over = results.filter((result) => result.isOver);
    if (isRepeat || over.length > 0) await counters.refund(results.map((result) => result.key));
    return { over, isRepeat };
  };

  return {
    /**
     * Counts a request against its limits. `requestHash` identifies the calls of a repeatable request; together they
     * count once.
     * @throws AppError OTP_RATE
     */
    async admit(
      state: SendState,
      asked: Asked,
      requestHash: Buffer | null,
    ): Promise<{ mode: OtpMode; caps: Caps; resendIn: number }> {
      const refused = { ...asked, isRepeat: state.repeatedId !== null };
      const held = await deps.smsBreaker.held();
      const isOpen = held === undefined ? isBreakerOpen(state, breaker) : held === 'open';
      metrics.smsBreakerOpen.set(isOpen ? 1 : 0);
      // With strict privacy, sparing members would reveal who is one. A known device proves that it is a member's.
      const isSpared = state.device !== null || (state.isMember && config.strictPrivacy === 'off');
      if (isOpen && !isSpared) {
        const { sent, verified, networks } = state;
        deps.log.error({ limits: breaker, held, sent, verified, networks }, 'SMS breaker is open');
        noteLimit('breaker');
        throw await rateError('breaker', refused, breakerRetrySeconds);
      }
      const { device, isMember, sends: sendsBefore } = state;
      const from: Requester = {
        preSessionHash: asked.preSessionHash,
        addressKey: asked.caller.addressKey,
        device,
      };
      const phoneKeys = counterKeys(keys, asked.phone);
      const mark = requestHash && {
        key: `otp-once:${requestHash.toString('base64url')}`,
        windowSeconds: otpLimits.lifeSeconds,
      };
      const take = async (mode: OtpMode) => {
        const caps = capsOf({ mode, keys: phoneKeys, from, isMember, sendsBefore, config });
        const resendIn = mode === 'attacked' ? otpLimits.attacked.waitSeconds : resendSeconds(sendsBefore);
        return { mode, caps, resendIn, ...(await takeCaps(caps, mark)) };
      };

      const known = device === null ? 'stranger' : 'device';
      let taken = await take(known === 'stranger' && state.isAttacked ? 'attacked' : known);
      // Strangers who use up the phone's codes must not leave the owner, on a new device, without one.
      const phoneLimits = new Set([phoneKeys.hour(null), phoneKeys.day(null)]);
      const isUsedUp =
        taken.over.some(({ key }) => phoneLimits.has(key)) &&
        taken.over.every(({ key }) => phoneLimits.has(key) || key === phoneKeys.prefix);
      if (taken.mode === 'stranger' && isUsedUp) taken = await take('attacked');
      const { mode, caps, resendIn, over, isRepeat } = taken;
      if (over.length > 0 && !isRepeat) {
        for (const { key } of over) noteLimit(limitOfKey(key));
        throw await rateError(
          'cap',
          refused,
          Math.max(...over.map(({ resetsInSeconds }) => resetsInSeconds)),
        );
      }
      return { mode, caps, resendIn };
    },
  };
}
