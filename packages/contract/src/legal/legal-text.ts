import type { Locale } from '../limits.ts';

export const legalDocuments = ['terms', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

export function isLegalDocument(name: string): name is LegalDocument {
  return legalDocuments.some((document) => document === name);
}

/**
 * Returns the version of a document that `termsVersion` of the application parameters names: "3.2" is version 3 of the
 * terms of use and version 2 of the privacy policy. `termsVersion` is a date while both documents are built in, which
 * have version 1.
 */
export function versionIn(termsVersion: string, document: LegalDocument): number {
  return Number(termsVersion.split('.')[legalDocuments.indexOf(document)]) || 1;
}

export type LegalSection = { title: string; paragraphs: readonly string[] };
export type LegalText = {
  title: string;
  lead: string;
  versionLabel: string;
  sections: readonly LegalSection[];
};
export type LegalTexts = Record<Locale, LegalText>;

/**
 * A document as administrators write it. In `body`, a line that begins with `## ` is the title of a section, an empty
 * line ends a paragraph, and a paragraph whose lines all begin with `- ` is a list. Everything else is plain text.
 */
export type LegalSource = { title: string; lead: string; body: string };
export type LegalSources = Record<Locale, LegalSource>;

const versionLabels: Record<Locale, string> = { vi: 'Phiên bản', en: 'Version' };
const heading = /^## /u;
const bullet = /^- /u;

/** Returns every word of a document and its version, in reading order. An agreement stores the hash of this text. */
export function plainText({ title, lead, versionLabel, sections }: LegalText, version: string): string {
  const parts = sections.flatMap((section) => [section.title, ...section.paragraphs]);
  return [title, lead, `${versionLabel}: ${version}`, ...parts].join('\n\n');
}

/** Parses a document. Text before the first title becomes a section without a title. */
export function toLegalText({ title, lead, body }: LegalSource, language: Locale): LegalText {
  const sections: { title: string; paragraphs: string[] }[] = [];
  const current = () => sections.at(-1) ?? sections[sections.push({ title: '', paragraphs: [] }) - 1];
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.length > 0) current()?.paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const line of body.split('\n').map((text) => text.trimEnd())) {
    if (heading.test(line)) {
      endParagraph();
      sections.push({ title: line.slice(3).trim(), paragraphs: [] });
    } else if (line === '') endParagraph();
    else lines.push(line);
  }
  endParagraph();
  return { title, lead, versionLabel: versionLabels[language], sections };
}

export function toLegalSource({ title, lead, sections }: LegalText): LegalSource {
  const parts = sections.flatMap((section) => [
    ...(section.title === '' ? [] : [`## ${section.title}`]),
    ...section.paragraphs,
  ]);
  return { title, lead, body: parts.join('\n\n') };
}

export function listItemsOf(paragraph: string): string[] | undefined {
  const lines = paragraph.split('\n');
  return lines.every((line) => bullet.test(line)) ? lines.map((line) => line.slice(2)) : undefined;
}
