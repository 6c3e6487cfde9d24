import type { TextLanguage } from '#shared/i18n/locale.ts';

export type LegalSection = { title: string; paragraphs: readonly string[] };
export type LegalText = {
  title: string;
  lead: string;
  versionLabel: string;
  sections: readonly LegalSection[];
};
export type LegalTexts = Record<TextLanguage, LegalText>;
