import { setTimeout as delay } from 'node:timers/promises';
import type { Body } from '@vid/contract/endpoints/index';
import { otpLimits, webClientId } from '@vid/contract/limits';
import { throttleHash } from '#account/credentials/code-demand.ts';
import { requirePhone } from '#account/require-phone.ts';
import type { Queryable } from '#database/connection.ts';
import { isOutage } from '#database/availability/outage.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { Hit } from '#platform/limits/counters.ts';
import type { BreakerState } from '#platform/sms/sms-breaker.ts';
import type { SignIn } from '../services.ts';
import { breakerLimits, isBreakerOpen, limitOfKey } from './breaker.policy.ts';
import { findLatestCodes } from './breaker.repo.ts';
import { codeEvent, hashCode, hashOfRepeatable, type Visitor } from './otp-records.ts';
import {
  codeRules,
  countsUndelivered,
  decideRequest,
  defaultPurpose,
  isForSim,
  isSparedByBreaker,
  modeOf,
  refundsOf,
  sharedCaps,
  type Over,
  type RequestDecision,
} from './otp.policy.ts';
import { createNewPhoneSearch } from './new-phone.ts';
import { createOtpRepo, type Facts, type StoredCode } from './otp.repo.ts';

type OtpRequest = Visitor &
  Body<'POST /vid/gateway/otp/request'> & {
    /** Hexadecimal token hashes from the browser's device cookie. */
    readonly devices: readonly string[];
    readonly sessionHash: Buffer | undefined;
    readonly recoveryToken: string | undefined;
  };

type Asked = Omit<OtpRequest, 'key' | 'sessionHash' | 'recoveryToken'> & {
  readonly purpose: OtpCodePurpose;
  /** Hit that counts the code if it goes to an account's new phone; otherwise null. */
  readonly newPhoneHit: Hit | null;
  /** Hash that identifies the calls of a repeatable request; null without an Idempotency-Key. */
  readonly requestHash: Buffer | null;
};

type Stored =
  | { readonly refused: readonly Over[]; readonly drawn?: undefined }
  | {
      readonly refused?: undefined;
      readonly code: StoredCode;
      readonly isRepeat: boolean;
      /**
       * True if the browser may have another live code for the phone and purpose, which the new code
       * replaces.
       */
      readonly replacesCode: boolean;
      readonly isGuarded: boolean;
      /** Set only if this call has claimed the code's SMS. */
      readonly drawn?: string;
    };

type Allowed = Extract<RequestDecision, { readonly refused?: undefined }>;

/** Time in which the pool replaces a lost connection. */
const reclaimDelayMs = 100;

export function createOtpService(deps: SignIn) {
  const { config, sql, captchas, counters, sms, keys, audit, metrics } = deps;
  const repo = createOtpRepo(sql);
  const findNewPhoneHit = createNewPhoneSearch(deps);

  const rateError = (purpose: OtpCodePurpose, over: readonly Over[]): AppError => {
    metrics.otp.inc({ purpose, event: 'limited' });
    for (const { limit } of over) metrics.otpLimited.inc({ limit });
    return new AppError('OTP_RATE', { retryAfterSeconds: Math.max(...over.map(({ seconds }) => seconds)) });
  };

  const capsOf = ({ phone, caller }: Asked, code: StoredCode) =>
    sharedCaps({
      mode: modeOf(code),
      phone,
      network: caller.addressKey,
      isMember: code.isMember,
      keys,
      config,
    });

  const checkBreaker = async (tx: Queryable, held: BreakerState | undefined): Promise<boolean> => {
    const latest = await findLatestCodes(tx, config);
    const limits = breakerLimits(config);
    const isOpen = held === undefined ? isBreakerOpen(latest, limits) : held === 'open';
    if (isOpen) deps.log.error({ limits, held, ...latest }, 'SMS breaker is open');
    return isOpen;
  };

  /** Stores a new code. A known device's code is drawn immediately. */
  const insert = async (
    tx: Queryable,
    asked: Asked,
    { facts, decision, isRepeat }: { facts: Facts; decision: Allowed; isRepeat: boolean },
  ): Promise<Stored> => {
    const { phone, purpose, preSessionHash, requestHash, clientId, caller } = asked;
    const { isMember, hasLiveCode: replacesCode, isGuarded } = facts;
    const device = decision.mode === 'device' ? facts.device : null;
    const { digits, maxAttempts } = codeRules(decision.mode);
    const code = { id: newId('otp'), device, isMember, digits, resendSeconds: decision.resendIn };
    const row = {
      ...code,
      phone,
      purpose,
      preSessionHash,
      requestHash,
      maxAttempts,
      clientId,
      network: device === null ? caller.addressKey : null,
    };
    const stored = { ...code, isSent: false, isUndelivered: false, isLive: true };
    if (decision.mode !== 'device') {
      await repo.insertRequest(tx, row);
      return { code: stored, isRepeat, replacesCode, isGuarded };
    }
    // No limit outside this transaction applies to a known device, so the SMS can be claimed here.
    const drawn = deps.random.digits(digits);
    await repo.insertClaimed(tx, row, hashCode(keys, code.id, drawn), codeEvent('otp.sent', asked));
    if (replacesCode) await repo.endEarlier(tx, asked, code.id);
    return { code: stored, isRepeat, replacesCode, isGuarded, drawn };
  };

  /**
   * Counts a code to an account's new phone, once for each redeemed captcha. Returns false for any other
   * phone or over the limit.
   */
  const countNewPhone = async (tx: Queryable, hit: Hit | null, isRepeat: boolean): Promise<boolean> =>
    hit !== null && (await counters.hitIn(tx, isRepeat ? { ...hit, points: 0 } : hit));

  const store = async (tx: Queryable, asked: Asked, held: BreakerState | undefined): Promise<Stored> => {
    const { phone, purpose, preSessionHash, requestHash, caller, devices } = asked;
    const captcha = await captchas.redeem(tx, asked.captchaToken, {
      preSessionHash,
      purpose: 'otp',
      requestHash,
    });
    if (captcha === 'invalid') {
      // The captcha of an earlier call may have expired, but that call committed its code.
      const earlier = requestHash ? await repo.findByRequest(tx, phone, requestHash) : undefined;
      if (!earlier) throw new AppError('CAPTCHA_INVALID');
      return { code: earlier, isRepeat: true, replacesCode: true, isGuarded: true };
    }
    const network = caller.addressKey;
    const about = {
      phone,
      purpose,
      devices,
      preSessionHash,
      network,
      throttleHash: throttleHash(keys, phone),
    };
    const isRepeat = captcha === 'repeated' && requestHash !== null;
    // The connection runs these statements in order, so the phone is locked before the facts are read.
    const [, facts, earlier] = await Promise.all([
      repo.lockPhone(tx, phone),
      repo.readFacts(tx, about),
      isRepeat ? repo.findByRequest(tx, phone, requestHash) : undefined,
    ]);
    if (earlier)
      return { code: earlier, isRepeat, replacesCode: facts.hasLiveCode, isGuarded: facts.isGuarded };

    const isForNewPhone = await countNewPhone(tx, asked.newPhoneHit, isRepeat);
    const isSpared = isForNewPhone || isSparedByBreaker(facts, config);
    const isOpen = !isSpared && (await checkBreaker(tx, held));
    const decision = decideRequest({ requester: facts, codes: facts, isBreakerOpen: isOpen }, config);
    if (decision.refused) {
      // Repeated calls cost no captcha, so they write no audit row; otherwise a caller could add any number
      // of rows.
      if (!isRepeat) await audit.write(tx, codeEvent('otp.refused', asked, isOpen ? 'breaker' : 'cap'));
      return decision;
    }
    const isMember = facts.isMember || isForNewPhone;
    return insert(tx, asked, { facts: { ...facts, isMember }, decision, isRepeat });
  };

  const storeAndCommit = async (asked: Asked, held: BreakerState | undefined): Promise<Stored> => {
    let stored: Stored | undefined;
    try {
      return await sql.begin(async (tx) => {
        stored = await store(tx, asked, held);
        return stored;
      });
    } catch (error) {
      // The commit may have succeeded although its reply was lost; then no repeated call would send the
      // claimed SMS.
      if (!isOutage(error) || stored?.drawn === undefined) throw error;
      await delay(reclaimDelayMs);
      const { code, drawn } = stored;
      if (!(await repo.isClaimed(code.id, hashCode(keys, code.id, drawn)))) throw error;
      return stored;
    }
  };

  /**
   * Claims the SMS, with one retry. If the reply to the first claim is lost, the claim may have succeeded, and
   * then no repeated call would send the SMS. Returns whether this call claimed the SMS.
   */
  const claimSending = async (id: string, digits: string, asked: Asked): Promise<boolean> => {
    const codeHash = hashCode(keys, id, digits);
    const claim = () => repo.claimSending(id, codeHash, codeEvent('otp.sent', asked));
    try {
      return await claim();
    } catch (error) {
      if (!isOutage(error)) throw error;
      await delay(reclaimDelayMs);
      return (await repo.isClaimed(id, codeHash)) || (await claim());
    }
  };

  /**
   * Counts a stored request against the limits shared with other phones, and claims its SMS. Counting is a
   * separate statement, because many requests lock these counters, which must not stay locked until a commit is
   * on disk. Only one of several parallel calls of a request claims the SMS; the others undo their counts.
   * Returns the code to send; undefined if another call sends it.
   * @throws AppError OTP_RATE over a limit, or if the request was withdrawn or has expired
   */
  const claim = async (
    asked: Asked,
    { code, isRepeat, replacesCode }: Extract<Stored, { readonly code: StoredCode }>,
  ): Promise<string | undefined> => {
    const caps = capsOf(asked, code);
    const hits = await counters.hit(caps);
    const over = hits
      .filter(({ isOver }) => isOver)
      .map(({ key, resetsInSeconds: seconds }) => ({ limit: limitOfKey(key), seconds }));
    if (over.length > 0) {
      await counters.refund(caps.map(({ key }) => key));
      // The first call may have taken the last place within the limits, so a repeated call does not withdraw
      // the code of the first call.
      if (!isRepeat)
        await sql.begin(async (tx) => {
          await repo.withdraw(tx, code.id);
          await audit.write(tx, codeEvent('otp.refused', asked, 'cap'));
        });
      throw rateError(asked.purpose, over);
    }
    // The earlier code ends only after the limits are checked, because a refused request must leave it valid.
    if (replacesCode) await repo.endEarlier(sql, asked, code.id);
    const drawn = deps.random.digits(code.digits);
    if (await claimSending(code.id, drawn, asked)) return drawn;
    await counters.refund(caps.map(({ key }) => key));
    if (await repo.isClaimed(code.id, null)) return undefined;
    throw new AppError('OTP_RATE', {
      retryAfterSeconds: 1,
      internal: 'another call claimed the code and was refused',
    });
  };

  /** Sends a claimed code, and ends the code if it cannot be delivered. */
  const send = async (
    asked: Asked,
    { code, replacesCode, isGuarded }: Extract<Stored, { readonly code: StoredCode }>,
    drawn: string,
  ): Promise<void> => {
    const { phone, purpose, caller } = asked;
    const { locale } = caller;
    const smsId = newId('sms');
    const outcome = await sms.sendNow({
      id: smsId,
      codeId: code.id,
      isForSim: isForSim({ purpose, isSecond: replacesCode, isGuarded }),
      code: drawn,
      to: phone,
      locale,
      purpose,
    });
    if (outcome !== 'accepted') {
      await sql.begin(async (tx) => {
        await repo.discard(tx, code.id, countsUndelivered(outcome));
        await audit.write(tx, codeEvent('otp.refused', asked, 'sms'));
      });
      await counters.refund(refundsOf(capsOf(asked, code), caller.addressKey, outcome));
      throw new AppError('SMS_UNAVAILABLE', { internal: `SMS ${smsId}: ${outcome}` });
    }
    metrics.otp.inc({ purpose, event: 'requested' });
  };

  return {
    /**
     * Sends a code. The checks run from cheap to expensive: phone, captcha, breaker, limits, SMS. The captcha
     * is redeemed even if a later check fails, so that every request costs a captcha. Calls with the same
     * Idempotency-Key and inputs together cost one captcha, count once against the limits and send one SMS. A
     * repeated call is refused once a later code has replaced the first.
     * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED, CAPTCHA_REQUIRED, CAPTCHA_INVALID, OTP_RATE,
     * SMS_UNAVAILABLE; VALIDATION_FAILED for an unknown client
     */
    async request(input: OtpRequest) {
      const phone = requirePhone(input.phone, config);
      if (input.clientId !== webClientId) {
        throw new AppError('VALIDATION_FAILED', { fields: { clientId: 'unknown' } });
      }
      const purpose = input.purpose ?? defaultPurpose;
      const parts = [input.preSessionHash.toString('hex'), input.captchaToken, phone, purpose];
      const requestHash = hashOfRepeatable(keys, 'otp-request', [input.key, ...parts]);
      const { sessionHash, recoveryToken, ...request } = input;
      const asked: Asked = {
        ...request,
        phone,
        purpose,
        requestHash,
        newPhoneHit: await findNewPhoneHit({ purpose, sessionHash, recoveryToken }),
      };

      const stored = await storeAndCommit(asked, await deps.smsBreaker.held());
      if (stored.refused) throw rateError(purpose, stored.refused);
      const { code } = stored;
      if (code.isUndelivered)
        throw new AppError('SMS_UNAVAILABLE', { internal: 'repeat of a request whose SMS failed' });
      // Never send a replaced code again; otherwise a caller could alternate two requests to send any number
      // of codes without a captcha or a limit.
      if (!code.isLive)
        throw new AppError('CAPTCHA_INVALID', { internal: 'repeat of a request whose code was replaced' });
      if (!code.isSent) {
        const drawn = stored.drawn ?? (await claim(asked, stored));
        if (drawn !== undefined) await send(asked, stored, drawn);
      }
      return {
        otpRequestId: code.id,
        expiresIn: otpLimits.lifeSeconds,
        resendIn: code.resendSeconds,
        digits: code.digits,
      };
    },
  };
}

export type OtpService = ReturnType<typeof createOtpService>;
