import type { Locale } from '../limits.ts';

export type Text = Readonly<Record<Locale, string>>;

export type Words<Code extends string = string> = { readonly [Key in Code]: Text };

/** Returns the text in a language, with `{name}` replaced by the value of that name. */
export function say(text: Text, locale: Locale, values: Readonly<Record<string, string>>): string {
  return text[locale].replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole);
}
