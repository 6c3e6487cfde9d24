import type { agreement as vi } from '#shared/i18n/messages/vi/agreement.ts';

export const agreement: Record<keyof typeof vi, string> = {
  'agreement.title': 'Please read and agree',
  'agreement.title.terms': 'Our terms of use have changed',
  'agreement.title.privacy': 'Our privacy policy has changed',
  'agreement.title.both': 'Our terms and privacy policy have changed',
  'agreement.lead':
    'The association has published a new version. Please read it and agree to it to continue using your account.',
  'agreement.first.title': 'Before you start',
  'agreement.first.lead':
    'The association created this account for you. Please read and agree to the texts below to use it.',
  'agreement.read': 'Read the full text',
  'agreement.open': 'Open in a new tab',
  'agreement.tick.terms': 'I have read and agree to the terms of use',
  'agreement.tick.privacy': 'I have read and agree to the privacy policy',
  'agreement.required': 'Please tick this box to continue.',
  'agreement.submit': 'Agree and continue',
  'agreement.outdated': 'A newer version has just been published. Please read the text again.',
  'agreement.failed': 'We couldn’t load the text.',
  'agreement.refuse': 'If you don’t agree, you can sign out and come back later.',
};
