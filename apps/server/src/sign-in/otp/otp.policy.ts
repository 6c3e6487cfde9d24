import { otpLimits } from '@vid/contract/limits';
import type { Config } from '#config/config.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import type { Hit } from '#platform/limits/counters.ts';
import { unansweredKey } from './breaker.policy.ts';

/** The default is the purpose whose token can do the least harm to an existing account. */
export const defaultPurpose: OtpRequestPurpose = 'signup';

const { attacked } = otpLimits;

/**
 * The digits of an entered code; full-width digits, spaces and dashes are accepted. Undefined unless it has the length
 * of a code. Runs before every other check, so that two notations of a code are the same code (Vault CVE-2025-6014).
 */
export function normaliseCode(input: string): string | undefined {
  const digits = input.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
  const lengths: readonly number[] = [otpLimits.digits, attacked.digits];
  const isCode = /^[0-9]+$/u.test(digits) && lengths.includes(digits.length);
  return isCode ? digits : undefined;
}

/** Seconds until the next code may be requested: 60 after the first of an hour, and 60 more after each further one. */
export function resendSeconds(sendsBefore: number): number {
  return otpLimits.resendStepSeconds * (sendsBefore + 1);
}

/** Numbers that differ only in the last four digits share a limit, because SMS pumping uses rented ranges. */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4);
}

/** The caps that a request counts against. Each known device has its own, and strangers share one set. */
export type OtpMode = 'device' | 'stranger' | 'attacked';

/** Digits and tries of a code. */
export function codeRules(mode: OtpMode): { readonly digits: number; readonly maxAttempts: number } {
  return mode === 'attacked' ? attacked : otpLimits;
}

/**
 * Whether a stranger's code is still compared. Once the number is under attack, codes that are short enough to guess
 * are not; the longer ones allow one try each.
 */
export function mayCompare(
  code: { readonly device: string | null; readonly digits: number; readonly failures: number },
  failureLimit: number,
): boolean {
  return code.device !== null || code.digits > otpLimits.digits || code.failures <= failureLimit;
}

/** Who requests a code: its browser, its network, and the known device that it is, if any. */
export type Requester = {
  readonly preSessionHash: Buffer;
  readonly addressKey: string;
  /** The hash of the device's token in hexadecimal. */
  readonly device: string | null;
};

/** The names of a phone's counters, which do not reveal it. */
export function counterKeys(keys: Keys, phone: string) {
  const name = keys.pepper('counter', phone).toString('base64url');
  const prefix = keys.pepper('counter', prefixOf(phone)).toString('base64url');
  /** A stranger is recognised by the browser and by the network, because a new browser costs nothing. */
  const both = (kind: string, { preSessionHash, addressKey }: Requester): readonly string[] => [
    `${kind}:${name}:${preSessionHash.toString('base64url').slice(0, 22)}`,
    `${kind}:${name}:${addressKey}`,
  ];
  return {
    /** The part of the keys that stands for the phone. */
    name,
    waits: (from: Requester): readonly string[] =>
      from.device === null ? both('otp-wait', from) : [`otp-wait:${name}:${from.device}`],
    /** Codes of the last 15 minutes; limited only while the number is under attack. */
    slots: (from: Requester): readonly string[] => both('otp-slot', from),
    hour: (device: string | null): string => `otp-hour:${name}${device === null ? '' : `:${device}`}`,
    day: (device: string | null): string => `otp-day:${name}${device === null ? '' : `:${device}`}`,
    /** Codes of all known devices. Each sign-in in a new browser adds a device. */
    devicesDay: `otp-day:${name}:devices`,
    prefix: `otp-prefix:${prefix}`,
    /** Codes to those of the numbers that are under attack. */
    prefixAttacked: `otp-prefix-attacked:${prefix}`,
    prefixAttackedNetwork: ({ addressKey }: Requester): string =>
      `otp-prefix-attacked:${prefix}:${addressKey}`,
  };
}

export type Caps = {
  /** The limits of the phone and its requester; refunded whenever no code was delivered. */
  readonly own: readonly Hit[];
  /** Limits that bound the cost; refunded only if certainly nothing was sent. */
  readonly shared: readonly Hit[];
};

const hour = 3_600;
const day = 86_400;
/** The codes a day of all known devices of a phone, as a multiple of one device's. */
const devicesFactor = 2;
/**
 * The codes an hour of a prefix's numbers under attack, as a multiple of those of its other numbers. Otherwise codes to
 * neighbouring numbers would leave the owner of an attacked number, who needs a code, without one.
 */
const attackedFactor = 5;
/**
 * The codes an hour that one network gets for a prefix's numbers under attack, as many as for one of them. Otherwise
 * seven networks with 15 unanswered codes each would use up the codes of the prefix.
 */
const attackedNetworkHour = hour / attacked.waitSeconds;

/**
 * Every limit that a request counts against (README.md). `limit` is the last count that passes. A known device is
 * limited by the counts of the account's devices only, so that no stranger can use them up.
 */
export function capsOf(input: {
  readonly mode: OtpMode;
  readonly keys: ReturnType<typeof counterKeys>;
  readonly from: Requester;
  readonly isMember: boolean;
  readonly sendsBefore: number;
  readonly config: Config;
}): Caps {
  const { mode, keys, from, config } = input;
  const perPhone = (device: string | null): readonly Hit[] => [
    ...keys.waits(from).map((key) => ({ key, windowSeconds: resendSeconds(input.sendsBefore), limit: 1 })),
    { key: keys.hour(device), windowSeconds: hour, limit: config.otpPhoneHour },
    { key: keys.day(device), windowSeconds: day, limit: config.otpPhoneDay },
  ];
  if (mode === 'device')
    return {
      own: [
        ...perPhone(from.device),
        { key: keys.devicesDay, windowSeconds: day, limit: devicesFactor * config.otpPhoneDay },
      ],
      // Not counted with strangers, because the devices of one member could leave them all without codes.
      shared: [],
    };
  const slots = keys.slots(from).map((key) => ({
    key,
    windowSeconds: attacked.waitSeconds,
    limit: mode === 'attacked' ? 1 : Number.POSITIVE_INFINITY,
  }));
  // A code that was not delivered cannot be entered.
  const unanswered = {
    key: unansweredKey(from.addressKey),
    windowSeconds: hour,
    limit: config.otpUnansweredAddressHour,
  };
  return {
    own: [...(mode === 'attacked' ? [] : perPhone(null)), ...slots, unanswered],
    shared: [
      { key: `otp-address:${from.addressKey}`, windowSeconds: hour, limit: config.otpAddressHour },
      ...(mode === 'attacked'
        ? [
            { key: keys.prefixAttacked, windowSeconds: hour, limit: attackedFactor * config.otpPrefixHour },
            { key: keys.prefixAttackedNetwork(from), windowSeconds: hour, limit: attackedNetworkHour },
          ]
        : [{ key: keys.prefix, windowSeconds: hour, limit: config.otpPrefixHour }]),
      { key: 'otp-all', windowSeconds: day, limit: config.otpAllDay },
      // With strict privacy a limit for strangers alone would reveal who is a member.
      ...(input.isMember || config.strictPrivacy === 'on'
        ? []
        : [{ key: 'otp-strangers', windowSeconds: day, limit: config.otpStrangersDay }]),
    ],
  };
}
