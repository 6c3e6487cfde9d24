import {
  consentPurposeNames,
  privacyExportStatusNames,
  privacyRequestKindNames,
  privacyRequestStatusNames,
} from '@vid/contract/messages/privacy';
import type { privacy as vi } from '#shared/i18n/messages/vi/privacy.ts';
import { textsOf } from '../texts-of.ts';

export const privacy: Record<keyof typeof vi, string> = {
  'privacy.lead': 'See what the association holds about you, and use your rights over your personal data.',
  'privacy.consents': 'What you have agreed to',
  'privacy.consents.lead':
    'Each purpose is asked for on its own. You can withdraw an optional consent at any time.',
  ...textsOf('privacy.purpose', consentPurposeNames, 'en'),
  'privacy.consent.given': 'Agreed',
  'privacy.consent.notGiven': 'Not agreed',
  'privacy.consent.required': 'Needed to have an account. To withdraw it, delete your account.',
  'privacy.consent.read': 'Read the text',
  'privacy.consent.history': 'History ({count})',
  'privacy.consent.event.given': 'Agreed {time}, version {version}',
  'privacy.consent.event.withdrawn': 'Withdrawn {time}, version {version}',
  'privacy.consent.technical': 'Technical details',
  'privacy.consent.hash': 'Hash of the text (SHA-256):',
  'privacy.consent.done': 'Your consent has been recorded.',
  'privacy.consent.undone': 'Your consent has been withdrawn.',
  'privacy.marketing.give': 'Agree to receive news',
  'privacy.marketing.withdraw': 'Stop receiving news',
  'privacy.export': 'A copy of your data',
  'privacy.export.lead':
    'Everything the association holds about you, as a page to read and a JSON file, once a day. You get a text message when it is ready.',
  'privacy.export.request': 'Request a copy',
  'privacy.export.next': 'You can request another copy from {time}.',
  'privacy.export.of': 'Copy of {time}',
  ...textsOf('privacy.export.status', privacyExportStatusNames, 'en'),
  'privacy.export.failed': 'Something went wrong while the copy was made. Please request it again.',
  'privacy.export.until': 'Available until {time}',
  'privacy.export.html': 'Download the page',
  'privacy.export.json': 'Download JSON',
  'privacy.export.htmlNamed': 'Download the page, copy of {time}',
  'privacy.export.jsonNamed': 'Download JSON, copy of {time}',
  'privacy.incidents.lead': 'The association told you of these incidents.',
  'privacy.requests': 'Requests to the association',
  'privacy.requests.lead':
    'Ask the association to show, correct, restrict or stop the use of your data. It replies within 2 working days.',
  'privacy.request.new': 'Make a request',
  'privacy.request.kind': 'Kind of request',
  ...textsOf('privacy.request.kind', privacyRequestKindNames, 'en'),
  'privacy.request.details': 'Your request',
  'privacy.request.details.hint':
    'Say which data it is about and what you want done. Never write a password or a code here.',
  'privacy.request.submit': 'Send request',
  'privacy.request.made': 'Your request has been sent.',
  'privacy.request.sent': 'Sent {time}',
  'privacy.request.due': 'Reply due: {reply}. To be carried out by: {due}.',
  ...textsOf('privacy.request.status', privacyRequestStatusNames, 'en'),
  'privacy.request.answer': 'The association’s reply:',
  'privacy.request.outcome.done': 'Outcome: carried out.',
  'privacy.request.outcome.declined': 'Outcome: declined.',
  'privacy.request.extended': 'Extended:',
  'privacy.request.close': 'Close request',
  'privacy.request.closeNamed': 'Close request “{kind}”',
  'privacy.request.close.title': 'Close this request?',
  'privacy.request.close.text':
    'The association will not work on it any more. You can make another one at any time.',
  'privacy.request.closed': 'The request has been closed.',
  'privacy.deletion.lead':
    'Your data is kept for another {days} days and then erased, except your account’s ID and the times and kinds of its security events. If you change your mind, sign in before then.',
  'privacy.deletion.lastAdmin':
    'You are the only administrator. Another administrator is needed before you can delete your account.',
  'privacy.deletion.ownsApplications':
    'You own an app. Please ask the association to hand it over to someone else before you delete your account.',
  'privacy.deletion.action': 'Delete account',
  'privacy.deletion.title': 'Delete your account?',
  'privacy.deletion.text':
    '{sessions, plural, one {# session} other {# sessions}} will end. {apps, plural, =0 {No app has access to your information.} one {# app will stop receiving your information.} other {# apps will stop receiving your information.}} After {days} days, only your account’s ID and the times and kinds of its security events are kept.',
  'privacy.deletion.done':
    'Your account will be deleted. If you change your mind, sign in during the waiting period.',
};
