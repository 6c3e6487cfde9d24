import { cleanPhone } from '@vid/contract/clean-text';
import { readBoot } from '../boot.ts';

/**
 * Matches Vietnamese phone numbers loosely, in 0.2 kB, because the server validates them with full metadata. Also
 * matches old mobile numbers with eleven digits, which the server converts.
 */
const vietnamese = /^(?:\+?84|0084|0)?0?([35789]\d{8}|1\d{9})$/;
/** Matches a number masked by the server, such as `+8491****78`. */
const masked = /^\+84(\d\d)\*{4}(\d\d)$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

/** Returns the other countries whose numbers the deployment accepts. */
export const foreignCountries = () => readBoot().phoneCountries ?? [];

export function isPlausiblePhone(input: string): boolean {
  const phone = cleanPhone(input);
  const isForeign = () => foreignCountries().some(({ callingCode }) => phone.startsWith(`+${callingCode}`));
  return vietnamese.test(phone) || (foreign.test(phone) && isForeign());
}

/**
 * Returns whether the input may be a Vietnamese number from before 2018, which had ten digits after the trunk prefix 0.
 */
export const hasOldPrefix = (input: string): boolean =>
  vietnamese.exec(cleanPhone(input))?.[1]?.length === 10;

/**
 * Returns a Vietnamese number in E.164, for comparison and for password managers. Returns other input without
 * separators.
 */
export function toInternational(input: string): string {
  const phone = cleanPhone(input);
  const national = vietnamese.exec(phone)?.[1];
  return national === undefined ? phone : `+84${national}`;
}

/** Formats a phone in Vietnamese notation: 0912 345 678, masked 091• ••• •78. Only trims other input. */
export function formatPhone(input: string): string {
  const phone = cleanPhone(input);
  const [, head, tail] = masked.exec(phone) ?? [];
  const national = head === undefined ? vietnamese.exec(phone)?.[1] : `${head}•••••${tail}`;
  if (national?.length !== 9) return input.trim();
  return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** Masks a phone as the server does. */
export const maskPhone = (phone: string): string => `${phone.slice(0, 5)}****${phone.slice(-2)}`;
