import { createHash } from 'node:crypto';
import {
  plainText,
  toLegalSource,
  toLegalText,
  type LegalDocument,
  type LegalSources,
} from '@vid/contract/legal/legal-text';
import { legalTextOf } from '@vid/contract/legal/purposes';
import { locales, termsVersion, type Locale } from '@vid/contract/limits';
import type { NewConsent } from '#account/account.repo.ts';
import { textHashOf, type Agreement } from '#account/consents/agreed-text.ts';

export type LegalVersion = {
  readonly document: LegalDocument;
  readonly version: number;
  readonly label: string;
  readonly publishedAt: Date;
  readonly texts: LegalSources;
  readonly hashes: Readonly<Record<Locale, Buffer>>;
};

/**
 * Returns the version that ships with VID, which is current until an administrator publishes a new version.
 * Consents record its date instead of a number.
 */
export function builtInVersion(document: LegalDocument): LegalVersion {
  return {
    document,
    version: 1,
    label: termsVersion,
    publishedAt: new Date(`${termsVersion}T00:00:00+07:00`),
    texts: inBoth((language) => toLegalSource(legalTextOf(document, language))),
    hashes: inBoth((language) => textHashOf(document, language)),
  };
}

/** Returns one name for the versions of both documents. */
export function termsVersionOf({ terms, privacy }: Readonly<Record<LegalDocument, number>>): string {
  return terms === 1 && privacy === 1 ? termsVersion : `${terms}.${privacy}`;
}

export function hashesOf(texts: LegalSources, version: number): Record<Locale, Buffer> {
  return inBoth((language) =>
    createHash('sha256')
      .update(plainText(toLegalText(texts[language], language), String(version)))
      .digest(),
  );
}

export function toPublicVersion({ document, version, publishedAt, texts }: LegalVersion) {
  return { document, version, publishedAt: publishedAt.toISOString(), texts };
}

export function toLegalConsent(agreement: Agreement, { document, label, hashes }: LegalVersion): NewConsent {
  return {
    ...agreement,
    purpose: document,
    action: 'given',
    noticeVersion: label,
    textHash: hashes[agreement.language],
  };
}

function inBoth<T>(make: (language: Locale) => T): Record<Locale, T> {
  const [vi, en] = locales;
  return { vi: make(vi), en: make(en) };
}
