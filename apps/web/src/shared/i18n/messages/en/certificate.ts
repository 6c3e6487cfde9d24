import { certificateStatusNames as status } from '@vid/contract/messages/accounts';
import type { certificate as vi } from '#shared/i18n/messages/vi/certificate.ts';

export const certificate: Record<keyof typeof vi, string> = {
  'profile.certificate.number': 'Certificate number',
  'profile.certificate.province': 'Place of issue',
  'profile.certificate.issuedOn': 'Date of issue',
  'profile.certificate.expiresOn': 'Expiry date',
  'profile.certificate.forever': 'No expiry date',
  'profile.certificate.employer': 'Employer',
  'profile.certificate.employer.hint': 'Search by business name, or enter a tax code or referral code.',
  'profile.certificate.employer.found':
    '{count, plural, one {# business found.} other {{count, number} businesses found.}}',
  'profile.certificate.employer.none': 'No verified business found. You can still save this name.',
  'profile.certificate.order': 'The expiry date must be after the date of issue.',
  'profile.certificate.recheck':
    'The association has confirmed this certificate. If you change it, it will have to be confirmed again.',
  'profile.certificate.declared': status.declared.en,
  'profile.certificate.confirmed': status.confirmed.en,
  'profile.certificate.expired': 'Expired',
  'profile.certificate.expired.text': 'If you have a new certificate, update its number and dates here.',
  'profile.certificate.refused': status.refused.en,
  'profile.certificate.refused.text':
    'The details don’t match the issuer’s records. Check them and add the certificate again.',
  'profile.certificate.save': 'Save certificate',
  'profile.certificate.saved': 'Certificate saved.',
  'profile.certificate.remove': 'Remove certificate',
  'profile.certificate.remove.title': 'Remove certificate?',
  'profile.certificate.remove.text':
    'The association and apps will no longer see this certificate. If you add it again, it will have to be confirmed again.',
  'profile.certificate.removed': 'Certificate removed.',
};
