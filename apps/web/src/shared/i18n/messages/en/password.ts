import type { password as vi } from '#shared/i18n/messages/vi/password.ts';

export const password: Record<keyof typeof vi, string> = {
  'account.password.title': 'Change password',
  'account.password.lead': 'You’ll be signed out on your other devices.',
  'account.password.set': 'Set a password',
  'account.password.set.lead':
    'With a password, you can sign in even if no code arrives. Setting one signs you out on your other devices.',
  'account.password.set.done': 'Your password is set',
  'account.password.current': 'Current password',
  'account.password.new': 'New password',
  'account.password.confirm': 'Confirm new password',
  'account.password.ended': 'You’ve been signed out on your other devices. This device stays signed in.',
  'account.password.done': 'Your password has been changed',
  'account.password.confirm.required': 'Enter the new password again.',
  'account.password.review': 'See where you’re signed in',
  'account.password.others': 'Also set up on your account',
  'account.password.others.lead': 'If you didn’t add one of these, remove it now.',
  'account.password.others.passkey': 'Passkey: {name}',
  'account.password.others.app': 'Authenticator app',
  'account.password.others.addedAt': 'Added {time}',
  'account.password.forgot': 'Forgot your current password?',
  'account.password.forgotText':
    'Set a new password with a one-time code sent to your phone. You’ll then have to sign in again on all your devices.',
  'account.password.forgot.action': 'Reset with a code',
  'account.password.forgotText.admin': 'Contact the system operator to reset your password.',
  'account.password.maybeChanged':
    'The current password is incorrect. Your new password may already have been saved, even though this page couldn’t confirm it. Try entering the new one here.',
};
