import type { twoStep as vi } from '#shared/i18n/messages/vi/two-step.ts';

export const twoStep: Record<keyof typeof vi, string> = {
  'twoStep.title': 'Two-step sign-in',
  'twoStep.lead': 'Open the authenticator app on your phone and enter the 6-digit code of your VID account.',
  'twoStep.code': 'Authentication code',
  'twoStep.submit': 'Continue',
  'twoStep.remember': 'Don’t ask for a code on this device for 30 days',
  'twoStep.wrongTriesLeft':
    'The code is wrong or has already been used. You have {count, plural, one {# try} other {# tries}} left.',
  'twoStep.useRecovery': 'Use a recovery code',
  'twoStep.useApp': 'Use the authenticator app',
  'twoStep.otherAccount': 'Sign in to another account',
  'twoStep.recovery.title': 'Enter a recovery code',
  'twoStep.recovery.lead': 'Enter one of the recovery codes you saved when you turned on two-step sign-in.',
  'twoStep.recovery.code': 'Recovery code',
  'twoStep.recovery.hint': 'Each code works once.',
  'twoStep.over': 'This step has expired, or too many wrong codes were entered. Please sign in again.',
  'twoStep.signInAgain': 'Sign in again',
};
