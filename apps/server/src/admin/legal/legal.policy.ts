import { toLegalText, type LegalSource, type LegalSources } from '@vid/contract/legal/legal-text';
import type { Locale } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';

/** Control characters, and marks that change the direction of text. */
const invisible = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/**
 * Returns the texts as they are stored: in NFC, trimmed, with line feeds.
 * @throws AppError VALIDATION_FAILED if a text is empty or contains invisible characters or lone surrogates,
 *   or if a body has no paragraph
 */
export function checkTexts(texts: LegalSources): LegalSources {
  return { vi: checkText(texts.vi, 'vi'), en: checkText(texts.en, 'en') };
}

function checkText({ title, lead, body }: LegalSource, language: Locale): LegalSource {
  const text = {
    title: clean(title, `title.${language}`, false),
    lead: clean(lead, `lead.${language}`, false),
    body: clean(body, `body.${language}`, true),
  };
  const { sections } = toLegalText(text, language);
  if (!sections.some(({ paragraphs }) => paragraphs.length > 0)) refuse(`body.${language}`);
  return text;
}

function clean(value: string, field: string, hasLines: boolean): string {
  const text = value.normalize('NFC').replaceAll('\r\n', '\n').trim();
  const visible = hasLines ? text.replaceAll(/[\n\t]/gu, ' ') : text;
  if (text === '' || invisible.test(visible) || !text.isWellFormed()) refuse(field);
  return text;
}

function refuse(field: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'format' } });
}
