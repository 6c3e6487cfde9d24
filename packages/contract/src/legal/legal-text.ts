import type { Locale } from '../limits.ts';

export type LegalSection = { title: string; paragraphs: readonly string[] };
export type LegalText = {
  title: string;
  lead: string;
  versionLabel: string;
  sections: readonly LegalSection[];
};
export type LegalTexts = Record<Locale, LegalText>;

/** The text that is hashed when someone agrees to it: every word of the document and its version, in reading order. */
export function plainText({ title, lead, versionLabel, sections }: LegalText, version: string): string {
  const parts = sections.flatMap((section) => [section.title, ...section.paragraphs]);
  return [title, lead, `${versionLabel}: ${version}`, ...parts].join('\n\n');
}
