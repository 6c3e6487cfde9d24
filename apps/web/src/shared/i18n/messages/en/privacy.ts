import { privacyExportStatusNames } from '@vid/contract/messages/privacy';
import type { privacy as vi } from '#shared/i18n/messages/vi/privacy.ts';
import { textsOf } from '../texts-of.ts';

export const privacy: Record<keyof typeof vi, string> = {
  'privacy.lead':
    'See what the association holds about you, and exercise your rights over your personal data.',
  'privacy.consents': 'Your consents',
  'privacy.export': 'A copy of your data',
  ...textsOf('privacy.export.status', privacyExportStatusNames, 'en'),
  'privacy.export.until': 'Available until {time}',
  'privacy.requests': 'Requests to the association',
  'privacy.deletion.lead': 'You have 30 days to change your mind. After that, your data is erased.',
  'privacy.deletion.action': 'Delete account',
  'privacy.consents.count': 'Agreed to {given} of {count} uses',
  'privacy.applications.count': '{count, plural, =0 {No apps yet} one {# app} other {# apps}}',
  'privacy.export.none': 'None requested yet',
  'privacy.export.open': 'Download',
  'privacy.requests.open':
    '{count, plural, =0 {No open requests} one {# open request} other {# open requests}}',
  'privacy.incidents.count': '{count, plural, one {# notice} other {# notices}}',
  'account.security.consents': 'Apps that can see your information',
};
