import { createHash } from 'node:crypto';
import { agreedText, type ConsentPurpose } from '@vid/contract/legal/purposes';
import { termsVersion, type Locale } from '@vid/contract/limits';
import type { NewConsent } from '#account/account.repo.ts';

type Agreement = Pick<NewConsent, 'accountId' | 'action' | 'method' | 'address'> & {
  readonly purpose: ConsentPurpose;
  /** The language of the text that was shown. */
  readonly language: Locale;
};

/** SHA-256 of the current text of a purpose, by which a consent proves what was agreed to. */
export function textHashOf(purpose: ConsentPurpose, language: Locale): Buffer {
  return createHash('sha256').update(agreedText(purpose, language)).digest();
}

/** The row of a consent to the current text, or of its withdrawal. */
export function toConsent(agreement: Agreement): NewConsent {
  const { purpose, language } = agreement;
  return { ...agreement, noticeVersion: termsVersion, textHash: textHashOf(purpose, language) };
}
