import type { Locale } from '@vid/contract/limits';
import type { Words } from '@vid/contract/messages/words';

/** Turns the names of contract codes into texts with the keys `prefix.code`. */
export function textsOf<Prefix extends string, Code extends string>(
  prefix: Prefix,
  words: Words<Code>,
  language: Locale,
): Record<`${Prefix}.${Code}`, string> {
  const texts = Object.entries<Words[string]>(words).map(
    ([code, name]) => [`${prefix}.${code}`, name[language]] as const,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has each code
  return Object.fromEntries(texts) as Record<`${Prefix}.${Code}`, string>;
}
