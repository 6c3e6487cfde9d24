/** The selectable locales. `ar`, from the theme settings, is right to left and uses the English texts. */
export const locales = ['vi', 'en', 'ar'] as const;
export type Locale = (typeof locales)[number];

export const textLanguages = ['vi', 'en'] as const;
export type TextLanguage = (typeof textLanguages)[number];

export const defaultLocale: Locale = 'vi';

export const languageTags: Record<Locale, string> = { vi: 'vi-VN', en: 'en-US', ar: 'en-US' };

/** Language names are not translated, so that users find their own language. */
export const languageNames: Record<TextLanguage, string> = { vi: 'Tiếng Việt', en: 'English' };

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && locales.some((locale) => locale === value);
}

export function isTextLanguage(value: unknown): value is TextLanguage {
  return value === 'vi' || value === 'en';
}

export function textLanguageOf(locale: Locale): TextLanguage {
  return locale === 'vi' ? 'vi' : 'en';
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** Returns the stored locale, else `lang` from the query if it is vi or en, else vi. */
export function resolveLocale(stored: unknown, queryLang: unknown): Locale {
  if (isLocale(stored)) return stored;
  if (isTextLanguage(queryLang)) return queryLang;
  return defaultLocale;
}
