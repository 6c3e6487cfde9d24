import { cleanPhone } from '@vid/contract/clean-text';
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { migratedHeads, vietnameseMobileHeads } from './phone-vietnam.ts';

/**
 * The problem `format` means that the text is not a phone number, and `unsupported` that VID sends no codes
 * to the number, such as a landline, a premium number or a number of a country that is not served.
 */
export type ParsedPhone =
  | { readonly e164: string; readonly country: string }
  | { readonly problem: 'format' | 'unsupported' };

const nationalDigits = 9;
const vietnameseMobile = new RegExp(`^(?:${vietnameseMobileHeads.join('|')})`, 'u');
const callableTypes = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Parses a phone number in any notation. All notations give the same E.164 form, the key of accounts and
 * counters, so that another notation does not get another counter. `countries` are ISO codes. A number
 * without a country code belongs to VN, or to the first country if VN is not listed.
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

function simplify(input: string): string | undefined {
  const text = cleanPhone(input);
  return /^\+?\d{4,20}$/u.test(text) ? text : undefined;
}

function hasCountryCode(written: string): boolean {
  return written.startsWith('+') || written.startsWith('00');
}

/**
 * Returns the digits after the country code and the trunk 0; undefined if the number cannot be Vietnamese.
 */
function vietnameseNational(written: string): string | undefined {
  if (hasCountryCode(written)) {
    const digits = written.replace(/^(?:\+|00)/u, '');
    return digits.startsWith('84') ? withoutTrunk(digits.slice(2)) : undefined;
  }
  if (written.startsWith('0')) return written.slice(1);
  // In 841234567, 84 is the prefix 084; with eleven or more digits, 84 is the country code.
  return written.startsWith('84') && written.length > nationalDigits + 1
    ? withoutTrunk(written.slice(2))
    : written;
}

function withoutTrunk(digits: string): string {
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * Returns the nine digits of a mobile number, with a migrated prefix replaced; undefined for any other
 * number.
 */
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
    // An invalid but possible number is foreign if it has a foreign country code, and a typing error if it is
    // Vietnamese.
    return { problem: parsed.countryCallingCode !== '84' && parsed.isPossible() ? 'unsupported' : 'format' };
  }
  const { country } = parsed;
  if (!country || country === 'VN' || !countries.includes(country) || !callableTypes.has(parsed.getType())) {
    return { problem: 'unsupported' };
  }
  return { e164: parsed.number, country };
}

export function formatNational(e164: string): string {
  const own = /^\+84(\d{3})(\d{3})(\d{3})$/u.exec(e164);
  if (own) return `0${own[1]} ${own[2]} ${own[3]}`;
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

export const foreignCountriesOf = (countries: readonly string[]) =>
  countries.flatMap((code) =>
    code !== 'VN' && isSupportedCountry(code) ? { code, callingCode: getCountryCallingCode(code) } : [],
  );
