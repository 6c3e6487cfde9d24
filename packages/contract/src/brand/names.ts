import { locales, type Locale } from '../limits.ts';
import type { Text } from '../messages/words.ts';

type Names = { readonly name: Text; readonly shortName: Text };

export const builtInNames: Names = {
  name: { vi: 'Hội Bất động sản', en: 'Real Estate Association' },
  shortName: { vi: 'Hội BĐS', en: 'Association' },
};

export function isNamed({ name, shortName }: Names): boolean {
  return locales.some(
    (locale) =>
      name[locale] !== builtInNames.name[locale] || shortName[locale] !== builtInNames.shortName[locale],
  );
}

/**
 * Returns the name of the sender in an SMS: the short name without diacritics, such as "Hoi BDS". Returns "VID" for an
 * association without a name, and for a short name that cannot be a brandname, which has at most 11 characters. A short
 * name with four digits in a row also becomes "VID", because phones would offer the digits as the code.
 */
export function smsNameOf(names: Names, locale: Locale): string {
  if (!isNamed(names)) return 'VID';
  const plain = withoutDiacritics(names.shortName[locale]).trim();
  return /^(?!.*\d{4})[A-Za-z][A-Za-z0-9 .&'-]{0,10}$/u.test(plain) ? plain : 'VID';
}

/** Removes diacritics from Vietnamese, because the GSM 7-bit alphabet of SMS lacks most Vietnamese letters. */
export const withoutDiacritics = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');
