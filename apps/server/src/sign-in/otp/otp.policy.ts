import { cleanDigits } from '@vid/contract/clean-text';
import { otpLimits } from '@vid/contract/limits';
import { knownDevicePolicy } from '#account/known-devices/known-device.policy.ts';
import type { Config } from '#config/config.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import type { Hit } from '#platform/limits/counters.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import type { SmsOutcome } from '#ports/sms/sms.ts';
import { breakerRetrySeconds, type OtpLimit } from './breaker.policy.ts';

/** The default is the purpose whose token can do the least harm to an existing account. */
export const defaultPurpose: OtpCodePurpose = 'signup';

export const hourSeconds = 3_600;
export const daySeconds = 86_400;
const { attacked } = otpLimits;
export const attackedWaitSeconds = attacked.waitSeconds;

/**
 * Accepts full-width digits and separators. Returns undefined unless the input has the length of a code. Runs
 * before every other check, so that two notations of a code are the same code (Vault CVE-2025-6014).
 */
export function normaliseCode(input: string): string | undefined {
  const digits = cleanDigits(input);
  const lengths: readonly number[] = [otpLimits.digits, attacked.digits];
  const isCode = /^[0-9]+$/u.test(digits) && lengths.includes(digits.length);
  return isCode ? digits : undefined;
}

/**
 * Returns the seconds until the next code may be requested: 60 after the first code of an hour, and 60 more
 * after each further code.
 */
export function resendSeconds(sendsBefore: number): number {
  return otpLimits.resendStepSeconds * (sendsBefore + 1);
}

/**
 * Determines which limits apply to a code. Each known device has its own limits, and unknown devices share
 * the limits of the phone. `attacked` is an unknown device whose phone is under attack.
 */
export type OtpMode = 'device' | 'stranger' | 'attacked';

export function codeRules(mode: OtpMode): { readonly digits: number; readonly maxAttempts: number } {
  return mode === 'attacked' ? attacked : otpLimits;
}

export function modeOf(code: { readonly device: string | null; readonly digits: number }): OtpMode {
  if (code.device !== null) return 'device';
  return code.digits === attacked.digits ? 'attacked' : 'stranger';
}

export type Requester = {
  readonly isMember: boolean;
  /** Hexadecimal hash of the device's token; null for an unknown device. */
  readonly device: string | null;
  /** True after so many wrong passwords on unknown devices that a new device needs a code as well. */
  readonly needsCode: boolean;
};

/**
 * Facts about the codes of a phone within the last day. Durations are seconds until an event; null or
 * negative if the event has passed.
 */
export type PhoneCodes = {
  /** Short codes that unknown devices requested in the last hour. */
  readonly strangersHour: number;
  readonly strangersDay: number;
  readonly wrongCodes: number;
  /** Seconds until this browser and its network may request another code. Entering the code ends the wait. */
  readonly strangerWait: number | null;
  /** Seconds until the last unentered code of this browser or its network is 15 minutes old. */
  readonly strangerSlot: number | null;
  readonly deviceHour: number;
  readonly deviceHourEnds: number | null;
  readonly deviceDay: number;
  readonly deviceDayEnds: number | null;
  readonly deviceWait: number | null;
  /**
   * Codes of all known devices of the phone together, because each sign-in in a new browser adds a device.
   */
  readonly devicesDay: number;
  readonly devicesDayEnds: number | null;
};

export type Over = { readonly limit: OtpLimit; readonly seconds: number };

export type RequestDecision =
  | { readonly refused: readonly Over[] }
  | { readonly refused?: undefined; readonly mode: OtpMode; readonly resendIn: number };

type PhoneLimits = Pick<Config, 'otpPhoneHour' | 'otpPhoneDay' | 'otpPhoneFailuresDay'>;

/** The daily limit for all known devices of a phone is this multiple of the limit of one device. */
const devicesFactor = 2;

/**
 * Returns whether the SMS breaker lets a code through although it is open. With strict privacy, sparing
 * members would reveal who is a member.
 */
export function isSparedByBreaker(
  { device, isMember }: Requester,
  { strictPrivacy }: Pick<Config, 'strictPrivacy'>,
): boolean {
  // A known device may learn that the phone has an account even under strict privacy, because it belongs to the member.
  return device !== null || (isMember && strictPrivacy === 'off');
}

/**
 * Decides whether a code may be sent, and in which mode. If unknown devices use up the codes of a phone, or
 * enter too many wrong codes or passwords, the codes of all unknown devices become harder to guess. The owner
 * still gets a code.
 */
export function decideRequest(
  facts: { readonly requester: Requester; readonly codes: PhoneCodes; readonly isBreakerOpen: boolean },
  config: PhoneLimits & Pick<Config, 'strictPrivacy'>,
): RequestDecision {
  const { requester, codes } = facts;
  if (facts.isBreakerOpen && !isSparedByBreaker(requester, config))
    return { refused: [{ limit: 'breaker', seconds: breakerRetrySeconds }] };
  if (requester.device !== null) return decideForDevice(codes, config);
  const isAttacked =
    requester.needsCode ||
    codes.wrongCodes >= config.otpPhoneFailuresDay ||
    codes.strangersHour >= config.otpPhoneHour ||
    codes.strangersDay >= config.otpPhoneDay;
  const wait = isAttacked ? codes.strangerSlot : codes.strangerWait;
  if (wait !== null && wait > 0) return { refused: [{ limit: isAttacked ? 'slot' : 'wait', seconds: wait }] };
  return isAttacked
    ? { mode: 'attacked', resendIn: attackedWaitSeconds }
    : { mode: 'stranger', resendIn: resendSeconds(codes.strangersHour) };
}

/**
 * Counts only the codes of the account's own devices against a known device, so that unknown devices cannot
 * use up the owner's codes.
 */
function decideForDevice(codes: PhoneCodes, config: PhoneLimits): RequestDecision {
  const refused: Over[] = [];
  if (codes.deviceWait !== null && codes.deviceWait > 0)
    refused.push({ limit: 'wait', seconds: codes.deviceWait });
  if (codes.deviceHour >= config.otpPhoneHour)
    refused.push({ limit: 'hour', seconds: codes.deviceHourEnds ?? hourSeconds });
  if (codes.deviceDay >= config.otpPhoneDay)
    refused.push({ limit: 'day', seconds: codes.deviceDayEnds ?? daySeconds });
  if (codes.devicesDay >= devicesFactor * config.otpPhoneDay)
    refused.push({ limit: 'day', seconds: codes.devicesDayEnds ?? daySeconds });
  return refused.length > 0 ? { refused } : { mode: 'device', resendIn: resendSeconds(codes.deviceHour) };
}

export type UncountedAttempt = {
  readonly isVerified: boolean;
  /** True if the attempt has the same digits and the same Idempotency-Key as the last attempt. */
  readonly isRepeat: boolean;
  readonly attempts: number;
  readonly maxAttempts: number;
};

/**
 * Decides how to treat an attempt that was not counted. `compare`: the attempt repeats the last attempt,
 * which was counted and has no outcome yet, or was wrong. `verified`: the attempt repeats the attempt that
 * verified the code, and gets the same token.
 */
export function judgeUncounted(attempt: UncountedAttempt): 'compare' | 'verified' | 'locked' | 'unknown' {
  const { isVerified, isRepeat, attempts, maxAttempts } = attempt;
  if (isVerified) return isRepeat ? 'verified' : 'unknown';
  if (isRepeat) return 'compare';
  return attempts >= maxAttempts ? 'locked' : 'unknown';
}

/**
 * Returns whether a code is still compared, given the wrong codes of the device or of the phone's unknown
 * devices. A long code is always compared, because it allows one attempt. `wrongCodes` includes the attempt
 * itself.
 */
export function mayCompare(
  mode: OtpMode,
  wrongCodes: number,
  config: Pick<Config, 'otpPhoneFailuresDay'>,
): boolean {
  if (mode === 'attacked') return true;
  return wrongCodes <= (mode === 'device' ? knownDevicePolicy.maxCodeFailures : config.otpPhoneFailuresDay);
}

/**
 * Returns the prefix under which phone numbers that differ only in the last four digits share a limit,
 * because SMS pumping uses rented ranges.
 */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4);
}

/** Returns the limits on a network's codes that were not entered in the last hour. */
const unanswered = (network: string, limit: number): readonly Hit[] =>
  networkHits('otp-unanswered', network, { windowSeconds: hourSeconds, limit });

/** Returns the keys of a network's counts of codes that were not entered. Entering a code decrements them. */
export const unansweredKeys = (network: string): readonly string[] =>
  unanswered(network, 0).map(({ key }) => key);

/**
 * The attacked numbers of a prefix get this many times more codes an hour than its other numbers. Otherwise
 * codes to neighbouring numbers would leave none for the owner of an attacked number, who needs one to sign
 * in.
 */
const attackedFactor = 5;
/**
 * One network gets this many codes an hour for all attacked numbers of a prefix: as many as for a single
 * attacked number. Otherwise seven networks with 15 unanswered codes each would use up the codes of the
 * prefix.
 */
const attackedNetworkHour = hourSeconds / attackedWaitSeconds;

/** Counters of all codes of the installation to unknown devices. */
const installationKeys = { all: 'otp-all', strangers: 'otp-strangers' } as const;

const perHour = (key: string, limit: number): Hit => ({ key, windowSeconds: hourSeconds, limit });
const perDay = (key: string, limit: number): Hit => ({ key, windowSeconds: daySeconds, limit });

/**
 * Returns the limits that a code shares with codes to other phones: the limits of its network, its prefix and
 * the whole day. `limit` is the last count that passes. Codes of known devices share no limit, because one
 * member's devices could otherwise use up the codes of all members.
 */
export function sharedCaps(input: {
  readonly mode: OtpMode;
  readonly phone: string;
  readonly network: string;
  readonly isMember: boolean;
  readonly keys: Keys;
  readonly config: Pick<
    Config,
    | 'otpUnansweredAddressHour'
    | 'otpAddressHour'
    | 'otpPrefixHour'
    | 'otpAllDay'
    | 'otpStrangersDay'
    | 'strictPrivacy'
  >;
}): readonly Hit[] {
  const { mode, network, config } = input;
  if (mode === 'device') return [];
  const prefix = input.keys.pepper('counter', prefixOf(input.phone)).toString('base64url');
  return [
    ...unanswered(network, config.otpUnansweredAddressHour),
    ...networkHits('otp-address', network, { windowSeconds: hourSeconds, limit: config.otpAddressHour }),
    ...(mode === 'attacked'
      ? [
          perHour(`otp-prefix-attacked:${prefix}`, attackedFactor * config.otpPrefixHour),
          ...networkHits(`otp-prefix-attacked:${prefix}`, network, {
            windowSeconds: hourSeconds,
            limit: attackedNetworkHour,
          }),
        ]
      : [perHour(`otp-prefix:${prefix}`, config.otpPrefixHour)]),
    perDay(installationKeys.all, config.otpAllDay),
    // With strict privacy, a limit for phones without an account alone would reveal who is a member.
    ...(input.isMember || config.strictPrivacy === 'on'
      ? []
      : [perDay(installationKeys.strangers, config.otpStrangersDay)]),
  ];
}

/**
 * Returns whether a code that was not delivered counts against the limits of its phone, its prefix and its
 * network. A fault of a gateway is not the requester's. A number that every gateway refuses counts, because
 * requests for such numbers would otherwise reach the gateways without a limit.
 */
export function countsUndelivered(outcome: SmsOutcome): boolean {
  return outcome === 'number-refused';
}

/**
 * Returns the counters to decrement for a code that was not delivered. If the gateway did not answer, the
 * code stops counting as unanswered, but the counters that bound the cost stay, because an SMS may have been
 * sent. If every gateway refused the number, only the limits of the installation are refunded: otherwise codes
 * to such numbers, which cost nothing, would use up the day's codes of all visitors.
 */
export function refundsOf(caps: readonly Hit[], network: string, outcome: SmsOutcome): readonly string[] {
  const keys = caps.map(({ key }) => key);
  if (outcome === 'unknown') return unansweredKeys(network).filter((key) => keys.includes(key));
  if (!countsUndelivered(outcome)) return keys;
  const ofInstallation: readonly string[] = Object.values(installationKeys);
  return keys.filter((key) => ofInstallation.includes(key));
}

/**
 * Codes that decide who owns an account, or which number it gets, go to the SIM: the number's Zalo account
 * may belong to another person (ADR 39). After a code for `reauthenticate`, a session may set the first password.
 */
const simPurposes: ReadonlySet<OtpCodePurpose> = new Set([
  'forget-password',
  'phone-change',
  'recovery',
  'reauthenticate',
]);

/**
 * Returns whether a code goes by SMS only. This includes a second code: Zalo reports delivery even if the
 * number's Zalo account belongs to another person. `isGuarded`: see `isGuardedPhone`.
 */
export function isForSim(code: {
  readonly purpose: OtpCodePurpose;
  readonly isSecond: boolean;
  readonly isGuarded: boolean;
}): boolean {
  return code.isSecond || code.isGuarded || simPurposes.has(code.purpose);
}
