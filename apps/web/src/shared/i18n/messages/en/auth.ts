import type { auth as vi } from '#shared/i18n/messages/vi/auth.ts';

export const auth: Record<keyof typeof vi, string> = {
  'auth.signIn.title': 'Sign in',
  'auth.signIn.lead': 'Use the phone number you registered with the association.',
  'auth.signIn.leadApp': 'To continue to {app}',
  'auth.signIn.ways': 'Ways to sign in',
  'auth.signIn.way.password': 'Password',
  'auth.signIn.way.otp': 'One-time code',
  'auth.signIn.way.qr': 'QR code',
  'auth.signIn.submit': 'Sign in',
  'auth.signIn.remember': 'Remember me',
  'auth.signIn.forgot': 'Forgot password?',
  'auth.signIn.byCode': 'Sign in with a one-time code',
  'auth.signIn.byPasskey': 'Sign in with a passkey',
  'auth.signIn.noAccount': 'No account yet?',
  'auth.signIn.register': 'Create an account',
  'auth.signIn.failed': 'The phone number or password is incorrect.',
  'auth.signIn.orWith': 'or continue with',
  'auth.otp.title': 'Sign in with a one-time code',
  'auth.otp.lead': 'We’ll text you a one-time code.',
  'auth.otp.submit': 'Send the code',
  'auth.otp.noAccount.title': 'This number has no account yet',
  'auth.otp.noAccount.text':
    'The number <phone>{phone}</phone> is verified. You can create an account now without entering another code.',
  'auth.otp.noAccount.create': 'Create an account',
  'auth.otp.noAccount.other': 'Use another number',
  'auth.accountExist': 'Phone number has been registered.',
  'auth.accountNonExist': 'Phone number does not exist.',
  'auth.accountLocked': 'This account is locked. Please contact the association.',
  'auth.maybeReset':
    'Your password may have been changed. Try signing in with the new one. If that fails, start again.',
  'auth.signedOutElsewhere': 'Your session has ended. Please sign in again.',
};
