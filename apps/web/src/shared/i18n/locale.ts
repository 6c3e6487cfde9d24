/**
 * Sets the cookie that makes the server choose the prerendered page in this language. The cookie contains only the
 * language.
 */
export function rememberLanguage(language: TextLanguage): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Secure-', '; Secure'] : ['', ''];
  document.cookie = `${prefix}vid_lang=${language}; Path=/vid/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/** `ar` is right to left and shows the English texts. */
export const locales = ['vi', 'en', 'ar'] as const;
export type Locale = (typeof locales)[number];

export const textLanguages = ['vi', 'en'] as const;
export type TextLanguage = (typeof textLanguages)[number];

export const defaultLocale: Locale = 'vi';

export const languageTags: Record<Locale, string> = { vi: 'vi-VN', en: 'en-US', ar: 'en-US' };

/** Language names are not translated, so that users find their own language. */
export const languageNames: Record<Locale, string> = { vi: 'Tiếng Việt', en: 'English', ar: 'العربية' };

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && locales.some((locale) => locale === value);
}

export function textLanguageOf(locale: Locale): TextLanguage {
  return locale === 'vi' ? 'vi' : 'en';
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** The stored locale takes precedence over `lang` in the query; `vi` is the default. */
export function resolveLocale(stored: unknown, queryLang: unknown): Locale {
  return [stored, queryLang].find(isLocale) ?? defaultLocale;
}
