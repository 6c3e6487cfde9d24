import { timingSafeEqual } from 'node:crypto';
import type { Body } from '@vid/contract/endpoints/index';
import { otpLimits } from '@vid/contract/limits';
import { countDeviceCode } from '#account/known-devices/known-device-sql.ts';
import { AppError } from '#lib/app-error.ts';
import { newSecret } from '#lib/ids.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { SignIn } from '../services.ts';
import { createOtpAttemptRepo, type Attempted, type CodeTarget } from './otp-attempt.repo.ts';
import { codeEvent, hashCode, hashOfRepeatable, type Visitor } from './otp-records.ts';
import { judgeUncounted, mayCompare, modeOf, normaliseCode, unansweredKeys } from './otp.policy.ts';

type OtpAttempt = Visitor & Body<'POST /vid/gateway/otp/validate'>;

/** Limit on attempts at unknown codes per network and hour, because each attempt may add a counter row. */
const missesPerAddressHour = 600;

export function createOtpAttemptService(deps: SignIn) {
  const { config, sql, counters, keys, audit, metrics } = deps;
  const repo = createOtpAttemptRepo(sql);

  /** An unknown code gets the same response as a wrong code, including the attempts left (O7). */
  const answerUnknown = async (input: OtpAttempt): Promise<AppError> => {
    const name = keys.pepper('counter', `${input.preSessionHash.toString('hex')}:${input.otpRequestId}`);
    const limit = { windowSeconds: 3_600, limit: missesPerAddressHour };
    const hits = await counters.hitInOrder([
      ...networkHits('otp-miss-addr', input.caller.addressKey, limit),
      {
        key: `otp-miss:${name.toString('base64url')}`,
        windowSeconds: otpLimits.lifeSeconds,
        limit: otpLimits.maxAttempts,
      },
    ]);
    metrics.otp.inc({ purpose: 'unknown', event: 'refused' });
    return hits.some(({ isOver }) => isOver)
      ? new AppError('OTP_LOCKED')
      : wrongCode(otpLimits.maxAttempts - (hits.at(-1)?.points ?? 1));
  };

  /**
   * Derives the token of a repeatable exchange from its inputs, so that a repeated call gets the same token.
   * Without an Idempotency-Key, returns a random token.
   */
  const tokenOf = (attemptHash: Buffer | null): string =>
    attemptHash === null
      ? newSecret()
      : keys.pepper('otp-token', attemptHash.toString('hex')).toString('base64url');

  const isCode = (codeHash: Uint8Array, id: string, code: string): boolean =>
    timingSafeEqual(hashCode(keys, id, code), codeHash);

  /**
   * Handles an attempt that was not counted. Returns the code if the attempt repeats a counted attempt, or
   * the token if the counted attempt verified the code.
   * @throws AppError OTP_LOCKED if the attempts at the code, or those at unknown codes, are used up;
   * OTP_INVALID
   */
  const answerUncounted = async (
    input: OtpAttempt,
    target: CodeTarget,
    code: string,
  ): Promise<{ readonly attempt: Attempted } | { readonly attempt?: undefined; readonly token: string }> => {
    const attempt = await repo.findAttempted(target);
    const verdict = attempt ? judgeUncounted(attempt) : 'unknown';
    if (attempt && verdict === 'compare') return { attempt };
    if (attempt && verdict === 'verified' && isCode(attempt.codeHash, target.id, code))
      return { token: tokenOf(target.attemptHash) };
    throw verdict === 'locked' ? new AppError('OTP_LOCKED') : await answerUnknown(input);
  };

  /**
   * Returns the known device that requested a code and the number of its wrong codes. For an unknown device,
   * returns the number of the phone's wrong codes, which is 0 for a long code. A device that is no longer
   * known counts as unknown.
   */
  const findRequester = async (id: string, { phone, device, digits }: Attempted) => {
    const wrongCodes = device === null ? undefined : await repo.countDeviceWrongCodes(phone, device);
    if (wrongCodes !== undefined) return { mode: 'device', device, wrongCodes } as const;
    if (device !== null) await repo.leaveToStrangers(id);
    const mode = modeOf({ device: null, digits });
    return { mode, device: null, wrongCodes: mode === 'stranger' ? await repo.countWrongCodes(phone) : 0 };
  };

  /**
   * Removes a code from the network's unanswered codes. Never throws, because the code is already exchanged.
   */
  const takeBackUnanswered = async (network: string | null): Promise<void> => {
    if (network === null) return;
    try {
      await counters.refund(unansweredKeys(network));
    } catch (error) {
      deps.log.warn({ err: error }, 'failed to take back an unanswered code');
    }
  };

  return {
    /**
     * Exchanges a code for its token. Every new attempt is counted and committed before it is compared. A
     * call that repeats the last attempt, with its Idempotency-Key and code, gets the same outcome; any other
     * reuse of a code is refused.
     * @throws AppError VALIDATION_FAILED if the input is not a code (not counted as an attempt); OTP_INVALID
     * with `attemptsLeft`; OTP_LOCKED if the attempts at the code, or those at unknown codes, are used up, or
     * after too many wrong codes of the same known device or, for a short code, of the phone's unknown devices
     */
    async validate(input: OtpAttempt) {
      const code = normaliseCode(input.otpValue);
      if (code === undefined) throw new AppError('VALIDATION_FAILED', { fields: { otpValue: 'format' } });
      const { caller, otpRequestId: id, preSessionHash, clientId } = input;
      const attemptHash = hashOfRepeatable(keys, 'otp-attempt', [input.key, id, code]);
      const target = { id, preSessionHash, clientId, attemptHash };

      const counted = await repo.countAttempt(target);
      const isRepeat = counted === undefined;
      const found = counted ? { attempt: counted } : await answerUncounted(input, target, code);
      if (!found.attempt) return tokenAnswer(found.token);
      const { attempt } = found;
      const { phone, purpose } = attempt;
      const about = { phone, purpose, caller };
      const refuse = async (reason: 'locked' | 'wrong-code', error: AppError): Promise<AppError> => {
        metrics.otp.inc({ purpose, event: reason === 'locked' ? 'locked' : 'refused' });
        // Repeated calls write no audit row; otherwise a caller could add any number of rows.
        if (!isRepeat) await audit.write(sql, codeEvent('otp.refused', about, reason));
        return error;
      };

      const { mode, device, wrongCodes } = await findRequester(id, attempt);
      if (!mayCompare(mode, wrongCodes, config)) throw await refuse('locked', new AppError('OTP_LOCKED'));
      if (!isCode(attempt.codeHash, id, code)) {
        if (device !== null && !isRepeat) await countDeviceCode(sql, phone, device);
        throw await refuse('wrong-code', wrongCode(attempt.maxAttempts - attempt.attempts));
      }

      const token = tokenOf(attemptHash);
      const isFirst = await repo.verify(id, keys.hashSecret(token), codeEvent('otp.verified', about));
      if (!isFirst) {
        const other = await answerUncounted(input, target, code);
        if (other.attempt) throw await answerUnknown(input);
        return tokenAnswer(other.token);
      }
      await takeBackUnanswered(attempt.network);
      metrics.otp.inc({ purpose, event: 'verified' });
      return tokenAnswer(token);
    },
  };
}

const tokenAnswer = (otpToken: string) => ({ otpToken, expiresIn: otpLimits.tokenTtlSeconds });

function wrongCode(attemptsLeft: number): AppError {
  return new AppError('OTP_INVALID', { details: { attemptsLeft: Math.max(0, attemptsLeft) } });
}

export type OtpAttemptService = ReturnType<typeof createOtpAttemptService>;
