import type { otp as vi } from '#shared/i18n/messages/vi/otp.ts';

export const otp: Record<keyof typeof vi, string> = {
  'otp.title': 'Enter the code',
  'otp.sentTo': 'Enter the {digits}-digit code we’ve sent to <phone>{phone}</phone>.',
  'otp.label': 'One-time code',
  'otp.submit': 'Confirm',
  'otp.resendIn': 'You can request a new code in {time}.',
  'otp.resend': 'Send a new code',
  'otp.resend.title': 'Send a new code',
  'otp.resend.lead': 'We’ll send the new code to <phone>{phone}</phone>.',
  'otp.resent': 'We’ve sent a new code. Please check your messages.',
  'otp.mayResend': 'You can request a new code.',
  'otp.changePhone': 'Use another number',
  'otp.incomplete': 'Please enter all {digits} digits.',
  'otp.wrongTriesLeft': 'The code is incorrect. You have {count, plural, one {# try} other {# tries}} left.',
  'otp.minutesSeconds': '{minutes} min {seconds} sec',
  'otp.seconds': '{seconds, plural, one {# second} other {# seconds}}',
  'otp.reason.startFirst': 'Please start with this step.',
  'otp.reason.codeExpired': 'The code has expired. Please request a new code.',
  'otp.reason.codeLocked': 'Too many incorrect codes. Please request a new code.',
  'otp.reason.verificationExpired': 'Your phone number must be verified again. Please request a new code.',
  'otp.reason.accountExists': 'Phone number has been registered. Please sign in.',
  'otp.reason.codeNeeded':
    'The password is correct. As an administrator, you also need to enter a one-time code.',
  'otp.reason.passwordNeeded':
    'The code is correct. As an administrator, you also need to enter your password.',
  'otp.signingIn': 'Your phone number is verified. Signing you in…',
  'otp.notReceived': 'Didn’t get the code?',
  'otp.neverAsked': 'The association will never ask you for this code. Do not share it with anyone.',
};
