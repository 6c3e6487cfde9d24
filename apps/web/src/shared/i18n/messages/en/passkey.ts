import type { passkey as vi } from '#shared/i18n/messages/vi/passkey.ts';

export const passkey: Record<keyof typeof vi, string> = {
  'passkey.title': 'Passkeys',
  'passkey.lead':
    'Sign in with your fingerprint, face or screen lock, without a password or a one-time code.',
  'passkey.empty': 'Sign in faster next time',
  'passkey.empty.text': 'Add a passkey on this device. Next time, one tap signs you in.',
  'passkey.add': 'Add a passkey',
  'passkey.added': 'The passkey has been added.',
  'passkey.full':
    'Your account has {max} passkeys, which is the limit. To add a new one, remove one that you no longer use.',
  'passkey.here': 'Created on this device',
  'passkey.synced': 'Synced between your devices',
  'passkey.lastUsed': 'Last used:',
  'passkey.neverUsed': 'never',
  'passkey.created': 'Added:',
  'passkey.heldUntil': 'Can confirm sensitive changes from {time}.',
  'passkey.rename': 'Rename',
  'passkey.renameNamed': 'Rename {name}',
  'passkey.rename.title': 'Rename the passkey',
  'passkey.name': 'Name of the passkey',
  'passkey.name.hint': 'For example: My phone',
  'passkey.name.save': 'Save the name',
  'passkey.renamed': 'The passkey has been renamed.',
  'passkey.remove': 'Remove',
  'passkey.removeNamed': 'Remove {name}',
  'passkey.remove.title': 'Remove the passkey “{name}”?',
  'passkey.remove.text':
    'You will no longer be able to sign in with this passkey. Also delete it from your device’s password manager.',
  'passkey.removed': 'The passkey has been removed.',
  'passkey.loadFailed': 'We couldn’t load your passkeys.',
  'passkey.unsupported': 'This browser does not support passkeys. Please open the page in Chrome or Safari.',
  'passkey.alreadyHere': 'This device already has a passkey for your account.',
  'passkey.notDone': 'The passkey step was not completed. You can try again.',
  'passkey.offer.title': 'Sign in faster next time',
  'passkey.offer.lead':
    'Add a passkey, and next time use your fingerprint, face or screen lock instead of waiting for a one-time code.',
  'passkey.offer.private': 'Your fingerprint and face never leave your device.',
  'passkey.offer.later': 'Not now',
};
