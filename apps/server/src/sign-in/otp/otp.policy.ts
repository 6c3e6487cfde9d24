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

/** Purpose of a request that names none. Its token can do the least harm to an existing account. */
export const defaultPurpose: OtpCodePurpose = 'signup';

export const hourSeconds = 3_600;
export const daySeconds = 86_400;
const { attacked } = otpLimits;
export const attackedWaitSeconds = attacked.waitSeconds;

/**
 * Returns a code in ASCII digits without separators; undefined if the input is not a code. Runs before every
 * other check, so that two notations of a code are one code (Vault CVE-2025-6014).
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
 * Mode that determines the limits of a code. Each known device has its own limits; unknown devices share
 * those of the phone. `attacked`: an unknown device while the phone is under attack.
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
  /** True if too many wrong passwords on unknown devices make a new device need a code as well. */
  readonly needsCode: boolean;
};

/**
 * Codes of a phone within the last day. Waits are in seconds; null without a wait, zero or negative once the
 * wait has passed.
 */
export type PhoneCodes = {
  /** Short codes requested by unknown devices in the last hour. */
  readonly strangersHour: number;
  readonly strangersDay: number;
  readonly wrongCodes: number;
  /**
   * Seconds until this browser and its network may request another code. Null if all their codes were entered,
   * because an entered code ends the wait.
   */
  readonly strangerWait: number | null;
  /**
   * Seconds until the newest unentered code of this browser or its network is 15 minutes old; null without such
   * a code.
   */
  readonly strangerSlot: number | null;
  readonly deviceHour: number;
  readonly deviceHourEnds: number | null;
  readonly deviceDay: number;
  readonly deviceDayEnds: number | null;
  readonly deviceWait: number | null;
  readonly devicesDay: number;
};

export type Over = { readonly limit: OtpLimit; readonly seconds: number };

export type RequestDecision =
  | { readonly refused: readonly Over[] }
  | { readonly refused?: undefined; readonly mode: OtpMode; readonly resendIn: number };

type PhoneLimits = Pick<Config, 'otpPhoneHour' | 'otpPhoneDay' | 'otpPhoneFailuresDay'>;

/** Ratio of the daily limit of all known devices of a phone to that of one device. */
const devicesFactor = 2;

/**
 * Returns whether the limits of known devices apply to a request. If the devices have used up their codes of
 * the day, a device gets the codes of an unknown device: an intruder with the password also has a known
 * device, and must not keep the owner's devices from resetting the password.
 */
export function countsForDevices(
  { device }: Pick<Requester, 'device'>,
  { devicesDay }: Pick<PhoneCodes, 'devicesDay'>,
  { otpPhoneDay }: Pick<Config, 'otpPhoneDay'>,
): boolean {
  return device !== null && devicesDay < devicesFactor * otpPhoneDay;
}

/**
 * Returns whether an open SMS breaker lets a code through. With strict privacy, exempting members would
 * reveal who is a member.
 */
export function isSparedByBreaker(
  { device, isMember }: Requester,
  { strictPrivacy }: Pick<Config, 'strictPrivacy'>,
): boolean {
  // A known device has signed in to the account, so it may learn that the phone has an account.
  return device !== null || (isMember && strictPrivacy === 'off');
}

/**
 * Decides whether a code may be sent, and in which mode. If unknown devices use up the codes of a phone, or
 * enter too many wrong codes or passwords, their codes become harder to guess, but the owner still gets
 * codes.
 */
export function decideRequest(
  facts: { readonly requester: Requester; readonly codes: PhoneCodes; readonly isBreakerOpen: boolean },
  config: PhoneLimits & Pick<Config, 'strictPrivacy'>,
): RequestDecision {
  const { requester, codes } = facts;
  if (facts.isBreakerOpen && !isSparedByBreaker(requester, config))
    return { refused: [{ limit: 'breaker', seconds: breakerRetrySeconds }] };
  if (countsForDevices(requester, codes, config)) return decideForDevice(codes, config);
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

/** Counts only the codes of this browser's known device, so that unknown devices cannot use them up. */
function decideForDevice(codes: PhoneCodes, config: PhoneLimits): RequestDecision {
  const refused: Over[] = [];
  if (codes.deviceWait !== null && codes.deviceWait > 0)
    refused.push({ limit: 'wait', seconds: codes.deviceWait });
  if (codes.deviceHour >= config.otpPhoneHour)
    refused.push({ limit: 'hour', seconds: codes.deviceHourEnds ?? hourSeconds });
  if (codes.deviceDay >= config.otpPhoneDay)
    refused.push({ limit: 'day', seconds: codes.deviceDayEnds ?? daySeconds });
  return refused.length > 0 ? { refused } : { mode: 'device', resendIn: resendSeconds(codes.deviceHour) };
}

export type UncountedAttempt = {
  readonly isVerified: boolean;
  /** True if the attempt has the digits and the Idempotency-Key of the last attempt. */
  readonly isRepeat: boolean;
  readonly attempts: number;
  readonly maxAttempts: number;
};

/**
 * Decides how to treat an attempt that was not counted. `compare`: the attempt repeats the last attempt, which
 * was counted and was wrong or has no outcome yet. `verified`: the attempt repeats the one that verified the
 * code, and gets the same token. `locked`: the attempts are used up. `unknown`: any other attempt, which gets
 * the response to an unknown code.
 */
export function judgeUncounted(attempt: UncountedAttempt): 'compare' | 'verified' | 'locked' | 'unknown' {
  const { isVerified, isRepeat, attempts, maxAttempts } = attempt;
  if (isVerified) return isRepeat ? 'verified' : 'unknown';
  if (isRepeat) return 'compare';
  return attempts >= maxAttempts ? 'locked' : 'unknown';
}

/**
 * Returns whether a code is still compared, given the wrong codes of its device, or of all unknown devices of
 * the phone. `wrongCodes` includes this attempt. A long code is always compared, because it allows only one
 * attempt.
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
 * Returns the prefix of a phone number. Numbers that differ only in the last four digits share a limit,
 * because SMS pumping uses rented ranges.
 */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4);
}

/** Limits on a network's codes of the last hour that were not entered. */
const unanswered = (network: string, limit: number): readonly Hit[] =>
  networkHits('otp-unanswered', network, { windowSeconds: hourSeconds, limit });

/** Returns the keys of a network's unanswered codes. Entering a code decrements these counters. */
export const unansweredKeys = (network: string): readonly string[] =>
  unanswered(network, 0).map(({ key }) => key);

/**
 * Factor on the hourly limit for the attacked numbers of a prefix. Without this factor, codes to neighbouring
 * numbers would leave none for the owner of an attacked number, who needs a code to sign in.
 */
const attackedFactor = 5;
/**
 * Codes per hour that one network gets for all attacked numbers of a prefix: as many as for one number.
 * Otherwise a few networks could use up the codes of the prefix.
 */
const attackedNetworkHour = hourSeconds / attackedWaitSeconds;

/** Keys of the counters of all codes to unknown devices, and of those to phones without an account. */
const installationKeys = { all: 'otp-all', strangers: 'otp-strangers' } as const;

const perHour = (key: string, limit: number): Hit => ({ key, windowSeconds: hourSeconds, limit });
const perDay = (key: string, limit: number): Hit => ({ key, windowSeconds: daySeconds, limit });

/**
 * Returns the limits that a code shares with codes to other phones, which are the hourly limits of its
 * network and its prefix and the daily limits of the installation. `limit` is the last count that passes.
 * Codes of known devices share no limit; otherwise one member's devices could use up the codes of all
 * members.
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
    // With strict privacy, a separate limit for phones without an account would reveal who is a member.
    ...(input.isMember || config.strictPrivacy === 'on'
      ? []
      : [perDay(installationKeys.strangers, config.otpStrangersDay)]),
  ];
}

/**
 * Returns whether an undelivered code counts against the limits of its phone. The requester is not responsible
 * for a gateway's fault. A number that every gateway refuses counts; otherwise requests for such numbers would
 * reach the gateways without a limit.
 */
export function countsUndelivered(outcome: SmsOutcome): boolean {
  return outcome === 'number-refused';
}

/**
 * Returns the counters to decrement for an undelivered code. If the gateway did not respond, an SMS may have
 * been sent: the code no longer counts as unanswered, but still counts against the cost limits. If every
 * gateway refused the number, only the limits of the installation are refunded; otherwise codes to such
 * numbers, which cost nothing, would use up the day's codes.
 */
export function refundsOf(caps: readonly Hit[], network: string, outcome: SmsOutcome): readonly string[] {
  const keys = caps.map(({ key }) => key);
  if (outcome === 'unknown') return unansweredKeys(network).filter((key) => keys.includes(key));
  if (!countsUndelivered(outcome)) return keys;
  const ofInstallation: readonly string[] = Object.values(installationKeys);
  return keys.filter((key) => ofInstallation.includes(key));
}

/**
 * Purposes of codes that decide the owner or the number of an account. These codes go to the SIM, because the
 * number's Zalo account may be another person's (ADR 39). A code for `reauthenticate` allows a session to set
 * the first password.
 */
const simPurposes: ReadonlySet<OtpCodePurpose> = new Set([
  'forget-password',
  'phone-change',
  'recovery',
  'reauthenticate',
]);

/**
 * Returns whether a code goes by SMS only. A second code does, because Zalo reports delivery even if the
 * number's Zalo account is another person's. `isGuarded`: see `isGuardedPhone`.
 */
export function isForSim(code: {
  readonly purpose: OtpCodePurpose;
  readonly isSecond: boolean;
  readonly isGuarded: boolean;
}): boolean {
  return code.isSecond || code.isGuarded || simPurposes.has(code.purpose);
}
