import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { migratedHeads, vietnameseMobileHeads } from './phone-vietnam.ts';

/**
 * `format`: no phone number at all. `unsupported`: a number, but none that may get a code here (a land-line, a
 * premium number, another country), refused before an SMS is paid.
 */
export type ParsedPhone =
  | { readonly e164: string; readonly country: string }
  | { readonly problem: 'format' | 'unsupported' };

const nationalDigits = 9;
const vietnameseMobile = new RegExp(`^(?:${vietnameseMobileHeads.join('|')})`, 'u');
const callableTypes = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Reads a phone number the way people write it. Every spelling of a number gives one E.164 form, which is what
 * accounts and counters are kept by (a second spelling would be a second counter).
 * `countries` are ISO codes; a number without a country code belongs to VN, or to the first where VN is not listed.
 */
export function parsePhone(input: string, countries: readonly string[]): ParsedPhone {
  const written = simplify(input);
  if (written === undefined) return { problem: 'format' };
  const vietnamese = countries.includes('VN') || countries.length === 0;
  const national = vietnameseNational(written);
  const mobile = national === undefined ? undefined : toMobile(national);
  if (mobile !== undefined && (vietnamese || hasCountryCode(written))) {
    return vietnamese ? { e164: `+84${mobile}`, country: 'VN' } : { problem: 'unsupported' };
  }
  return parseElsewhere(written, national, vietnamese ? 'VN' : (countries[0] ?? 'VN'), countries);
}

/** A `+` where there was one, then digits only; undefined when something else is in it. */
function simplify(input: string): string | undefined {
  const text = input
    // Full-width digits and signs, as East Asian keyboards and copied pages have them.
    .normalize('NFKC')
    // Separators of every script, and the invisible direction marks that contacts apps put around numbers.
    .replace(/[\s\p{Cf}.\-\p{Pd}()/·]/gu, '');
  return /^\+?\d{4,20}$/u.test(text) ? text : undefined;
}

function hasCountryCode(written: string): boolean {
  return written.startsWith('+') || written.startsWith('00');
}

/** Digits after country code and trunk 0 where the number may be Vietnamese. */
function vietnameseNational(written: string): string | undefined {
  if (hasCountryCode(written)) {
    const digits = written.replace(/^(?:\+|00)/u, '');
    return digits.startsWith('84') ? withoutTrunk(digits.slice(2)) : undefined;
  }
  if (written.startsWith('0')) return written.slice(1);
  // 841234567 is a subscriber of head 084; with more digits the 84 is the country's.
  return written.startsWith('84') && written.length > nationalDigits + 1
    ? withoutTrunk(written.slice(2))
    : written;
}

function withoutTrunk(digits: string): string {
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

/** Nine digits of a mobile number. The migration map comes first: its old forms are no numbers any more. */
function toMobile(national: string): string | undefined {
  const successor = national.length === nationalDigits + 1 ? migratedHeads[national.slice(0, 3)] : undefined;
  const current = successor === undefined ? national : successor + national.slice(3);
  return current.length === nationalDigits && vietnameseMobile.test(current) ? current : undefined;
}

function parseElsewhere(
  written: string,
  vietnamese: string | undefined,
  home: string,
  countries: readonly string[],
): ParsedPhone {
  const text = vietnamese !== undefined && home === 'VN' ? `+84${vietnamese}` : written.replace(/^00/u, '+');
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(home) ? home : 'VN');
  if (!parsed) return { problem: 'format' };
  if (!parsed.isValid()) {
    // A foreign number that merely looks right is a foreign number; a Vietnamese one that does is a typing error.
    return { problem: parsed.countryCallingCode !== '84' && parsed.isPossible() ? 'unsupported' : 'format' };
  }
  const { country } = parsed;
  if (!country || country === 'VN' || !countries.includes(country) || !callableTypes.has(parsed.getType())) {
    return { problem: 'unsupported' };
  }
  return { e164: parsed.number, country };
}

/** For logs, audit rows and screens of others: head and last two digits (`+8491****12`). */
export function maskPhone(e164: string): string {
  return e164.length < 9 ? '****' : `${e164.slice(0, 5)}****${e164.slice(-2)}`;
}

/** As people of its country read it: `0912 345 678`. */
export function formatNational(e164: string): string {
  const own = /^\+84(\d{3})(\d{3})(\d{3})$/u.exec(e164);
  if (own) return `0${own[1]} ${own[2]} ${own[3]}`;
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
