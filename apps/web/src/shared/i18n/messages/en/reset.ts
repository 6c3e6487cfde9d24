import type { reset as vi } from '#shared/i18n/messages/vi/reset.ts';

export const reset: Record<keyof typeof vi, string> = {
  'reset.title': 'Reset your password',
  'reset.lead': 'Enter your registered phone number to get a code.',
  'reset.submit': 'Send the code',
  'reset.signUpWithThis': 'Create an account with this number',
  'reset.input.title': 'Set a new password',
  'reset.input.lead': 'This signs you out on all your devices.',
  'reset.input.password': 'New password',
  'reset.input.confirm': 'Confirm new password',
  'reset.input.confirm.required': 'Please enter the new password again.',
  'reset.input.submit': 'Change password',
  'reset.backToSignIn': 'Back to sign-in',
  'reset.forced.title': 'Please change your password',
  'reset.forced.lead': 'Your password has been reset. Set a new one to continue.',
};
