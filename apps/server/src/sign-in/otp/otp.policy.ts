import { otpLimits } from '@vid/contract/limits';
import type { Config } from '#config/config.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import type { Hit } from '#platform/limits/counters.ts';

/** A request that names no purpose gets the one whose token can do least to an existing account. */
export const defaultPurpose: OtpRequestPurpose = 'signup';

/** How far back the breaker looks; codes older than this say nothing about an attack that is going on. */
export const breakerLookbackSeconds = 3_600;
/** When a stranger who was turned away may try again. */
export const breakerRetrySeconds = 300;

/**
 * What a person typed or a phone filled in, as six digits: full-width digits, blanks and dashes are no mistake.
 * Undefined for anything else. It comes before every other check, so that two spellings of a code are one code
 * (Vault CVE-2025-6014).
 */
export function normaliseCode(input: string): string | undefined {
  const digits = input.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
  return new RegExp(`^[0-9]{${otpLimits.digits}}$`, 'u').test(digits) ? digits : undefined;
}

/** Seconds until the next code may be asked for: 60 after the first of an hour, 60 more with each. */
export function resendSeconds(sendsBefore: number): number {
  return otpLimits.resendStepSeconds * (sendsBefore + 1);
}

/** Numbers that differ in the last four digits only are counted together: that is how pumping ranges are rented. */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4);
}

/** Names of the counters of one request; no phone can be read from them. */
export function counterKeys(keys: Keys, phone: string) {
  const name = keys.pepper('counter', phone).toString('base64url');
  return {
    wait: `otp-wait:${name}`,
    hour: `otp-hour:${name}`,
    day: `otp-day:${name}`,
    prefix: `otp-prefix:${keys.pepper('counter', prefixOf(phone)).toString('base64url')}`,
  };
}

export type Caps = {
  /** What belongs to the phone: given back whenever no code went out. */
  readonly own: readonly Hit[];
  /** What bounds the bill: given back only where certainly nothing was sent. */
  readonly shared: readonly Hit[];
};

const hour = 3_600;
const day = 86_400;

/** Every cap a request is counted against (README.md), `limit` being the last one that passes. */
export function capsOf(input: {
  readonly keys: ReturnType<typeof counterKeys>;
  readonly addressKey: string;
  readonly isMember: boolean;
  readonly sendsBefore: number;
  readonly config: Config;
}): Caps {
  const { keys, config } = input;
  return {
    own: [
      { key: keys.wait, windowSeconds: resendSeconds(input.sendsBefore), limit: 1 },
      { key: keys.hour, windowSeconds: hour, limit: config.otpPhoneHour },
      { key: keys.day, windowSeconds: day, limit: config.otpPhoneDay },
    ],
    shared: [
      { key: `otp-address:${input.addressKey}`, windowSeconds: hour, limit: config.otpAddressHour },
      { key: keys.prefix, windowSeconds: hour, limit: config.otpPrefixHour },
      { key: 'otp-all', windowSeconds: day, limit: config.otpAllDay },
      ...(input.isMember
        ? []
        : [{ key: 'otp-strangers', windowSeconds: day, limit: config.otpStrangersDay }]),
    ],
  };
}

/**
 * Whether codes to phones without an account rest: of the latest ones too few were entered, which is what SMS
 * pumping looks like. It needs a full window, so that the first codes of a day cannot trip it.
 */
export function isBreakerOpen(
  latest: { readonly sent: number; readonly verified: number },
  limits: { readonly window: number; readonly percent: number },
): boolean {
  return (
    limits.percent > 0 && latest.sent >= limits.window && latest.verified * 100 < limits.percent * latest.sent
  );
}
