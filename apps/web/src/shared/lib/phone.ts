import { cleanPhone } from '@vid/contract/clean-text';
import { readBoot } from './boot.ts';

/**
 * Matches Vietnamese phone numbers loosely, because the server validates them with full metadata. The pattern also
 * matches mobile numbers with eleven digits, which have had another prefix since 2018.
 */
const vietnamese = /^(?:\+?84|0084|0)?0?([35789]\d{8}|1(?:2\d|6[2-9]|8[68]|99)\d{7})$/;
/** The prefixes that replaced 120 to 129, of two digits each. */
const prefixes = '70797783848576817882';
/** Matches a number that the server has masked, `+8491****78`. */
const masked = /^\+84(\d\d)\*{4}(\d\d)$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

/** The other countries whose numbers the deployment accepts. */
export const foreignCountries = () => readBoot().phoneCountries ?? [];

export function isPlausiblePhone(input: string): boolean {
  const phone = cleanPhone(input);
  const isForeign = () => foreignCountries().some(({ callingCode }) => phone.startsWith(`+${callingCode}`));
  return vietnamese.test(phone) || (foreign.test(phone) && isForeign());
}

const writtenDigits = (phone: string) => vietnamese.exec(phone)?.[1];

/** Whether the input is a Vietnamese number from before 2018, which the other functions convert. */
export const hasOldPrefix = (input: string): boolean => writtenDigits(cleanPhone(input))?.length === 10;

/** Returns the nine digits of a Vietnamese number after the trunk 0, with its present prefix. */
function nationalOf(phone: string): string | undefined {
  const digits = writtenDigits(phone);
  if (digits?.length !== 10) return digits;
  const [, group, digit] = digits;
  const prefix =
    group === '2' ? prefixes.slice(Number(digit) * 2).slice(0, 2) : `${group === '6' ? '3' : '5'}${digit}`;
  return prefix + digits.slice(3);
}

/**
 * Returns a Vietnamese number in E.164, for comparison and for password managers. Returns other input without spaces.
 */
export function toInternational(input: string): string {
  const phone = cleanPhone(input);
  const national = nationalOf(phone);
  return national === undefined ? phone : `+84${national}`;
}

/** Formats a phone in the Vietnamese notation: 0912 345 678, masked 091• ••• •78. Returns other input trimmed. */
export function formatPhone(input: string): string {
  const phone = cleanPhone(input);
  const [, head, tail] = masked.exec(phone) ?? [];
  const national = head === undefined ? nationalOf(phone) : `${head}•••••${tail}`;
  if (national === undefined) return input.trim();
  return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** Masks a phone as the server does, so that only its owner recognises it. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 5)}****${phone.slice(-2)}`;
