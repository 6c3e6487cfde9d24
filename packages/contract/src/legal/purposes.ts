import type { Locale } from '../limits.ts';
import { termsVersion } from '../limits.ts';
import { plainText, type LegalText, type LegalTexts } from './legal-text.ts';
import { marketingText } from './marketing-text.ts';
import { privacyText } from './privacy-text.ts';
import { termsText } from './terms-text.ts';

/** The purposes to which a member agrees separately (law 91/2025/QH15, art. 9). */
export const consentPurposes = ['terms', 'privacy', 'marketing'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];
export const requiredPurposes: ReadonlySet<ConsentPurpose> = new Set(['terms', 'privacy']);

const texts: Record<ConsentPurpose, LegalTexts> = {
  terms: termsText,
  privacy: privacyText,
  marketing: marketingText,
};

export function legalTextOf(purpose: ConsentPurpose, language: Locale): LegalText {
  return texts[purpose][language];
}

/** Returns the exact text of the built-in version, whose SHA-256 is stored with a consent. */
export function agreedText(purpose: ConsentPurpose, language: Locale): string {
  return plainText(legalTextOf(purpose, language), termsVersion);
}
