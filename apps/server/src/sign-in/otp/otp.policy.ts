import { otpLimits } from '@vid/contract/limits';
import type { Config } from '#config/config.ts';
import type { OtpRequestPurpose } from '#database/tables.ts';
import type { Keys } from '#lib/keys.ts';
import type { Hit } from '#platform/limits/counters.ts';
import { unansweredKey } from './breaker.policy.ts';

/** The default is the purpose whose token can do the least harm to an existing account. */
export const defaultPurpose: OtpRequestPurpose = 'signup';

/**
 * An entered code as six digits; full-width digits, spaces and dashes are accepted. Undefined for anything else. Runs
 * before every other check, so that two notations of a code are the same code (Vault CVE-2025-6014).
 */
export function normaliseCode(input: string): string | undefined {
  const digits = input.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');
  return new RegExp(`^[0-9]{${otpLimits.digits}}$`, 'u').test(digits) ? digits : undefined;
}

/** Seconds until the next code may be requested: 60 after the first of an hour, and 60 more after each further one. */
export function resendSeconds(sendsBefore: number): number {
  return otpLimits.resendStepSeconds * (sendsBefore + 1);
}

/** Numbers that differ only in the last four digits share a limit, because SMS pumping uses rented ranges. */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4);
}

/** The names of a request's counters, which do not reveal the phone. */
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
  /** The phone's own limits; refunded whenever no code was delivered. */
  readonly own: readonly Hit[];
  /** Limits that bound the cost; refunded only if certainly nothing was sent. */
  readonly shared: readonly Hit[];
};

const hour = 3_600;
const day = 86_400;

/** Every limit that a request counts against (README.md). `limit` is the last count that passes. */
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
      { key: unansweredKey(input.addressKey), windowSeconds: hour, limit: config.otpUnansweredAddressHour },
      { key: keys.prefix, windowSeconds: hour, limit: config.otpPrefixHour },
      { key: 'otp-all', windowSeconds: day, limit: config.otpAllDay },
      // With strict privacy a limit for strangers alone would reveal who is a member.
      ...(input.isMember || config.strictPrivacy === 'on'
        ? []
        : [{ key: 'otp-strangers', windowSeconds: day, limit: config.otpStrangersDay }]),
    ],
  };
}
