import type { Locale } from '../limits.ts';

/** What each of a set of codes is called. */
export type Words<Code extends string = string> = {
  readonly [Key in Code]: Readonly<Record<Locale, string>>;
};
