import type { Locale } from '../limits.ts';

/** The label of each of a set of codes. */
export type Words<Code extends string = string> = {
  readonly [Key in Code]: Readonly<Record<Locale, string>>;
};
