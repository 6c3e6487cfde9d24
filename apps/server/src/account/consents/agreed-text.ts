import { createHash } from 'node:crypto';
import { agreedText, type ConsentPurpose } from '@vid/contract/legal/purposes';
import { termsVersion, type Locale } from '@vid/contract/limits';
import type { NewConsent } from '#account/account.repo.ts';

export type Agreement = Pick<NewConsent, 'accountId' | 'method' | 'address'> & {
  readonly language: Locale;
};

/**
 * Returns the SHA-256 hash of a purpose's built-in text. Consents store the hash as evidence of the shown text.
 */
export function textHashOf(purpose: ConsentPurpose, language: Locale): Buffer {
  return createHash('sha256').update(agreedText(purpose, language)).digest();
}

export function toNewsConsent(agreement: Agreement & Pick<NewConsent, 'action'>): NewConsent {
  const textHash = textHashOf('marketing', agreement.language);
  return { ...agreement, purpose: 'marketing', noticeVersion: termsVersion, textHash };
}
