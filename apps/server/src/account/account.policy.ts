import { defaultLocale, locales, type Locale } from '@vid/contract/limits';

/** The language an account is written to in: its own, whoever caused the message. */
export function localeOfAccount(account: { readonly locale: string }): Locale {
  return locales.find((locale) => locale === account.locale) ?? defaultLocale;
}
