import { webhookStatusNames } from '@vid/contract/messages/applications';
import { textsOf } from '../texts-of.ts';

export const webhooks = {
  'webhooks.lead.application':
    'VID tells your server about changes to accounts that have used the app or have permission in it.',
  'webhooks.lead.association':
    'VID tells the association’s systems about the events you choose, such as a new, locked or deleted account.',

  'webhooks.add': 'Add a webhook',
  'webhooks.new': 'New webhook',
  'webhooks.none': 'No webhooks yet',
  'webhooks.none.text': 'Add an endpoint on your server to hear about changes right away.',
  'webhooks.url': 'Endpoint URL',
  'webhooks.url.hint': 'An https URL on your server, outside private networks.',
  'webhooks.description': 'Description',
  'webhooks.events': 'Events',
  'webhooks.events.none': 'Choose at least one event.',
  'webhooks.events.count': '{count, plural, one {{count, number} event} other {{count, number} events}}',
  'webhooks.event.account-created': 'New account',
  'webhooks.event.account-locked': 'Account locked',
  'webhooks.event.account-unlocked': 'Account unlocked',
  'webhooks.event.account-deleted': 'Account deleted',
  'webhooks.event.permission-changed': 'Permission in the app changed',
  'webhooks.event.certificate-verified': 'Practising certificate confirmed',
  'webhooks.event.consent-withdrawn': 'Consent withdrawn',
  'webhooks.event.test': 'Test event',
  ...textsOf('webhooks.status', webhookStatusNames, 'en'),
  'webhooks.created': 'Added on',
  'webhooks.secret': 'Signing secret',
  'webhooks.secret.once': 'Save this secret on your server now. VID won’t show it again.',
  'webhooks.secret.copy': 'Copy secret',
  'webhooks.secret.copied': 'Secret copied.',
  'webhooks.secret.done': 'I’ve saved it',
  'webhooks.secret.new': 'New signing secret',
} as const;
