import type { otp as vi } from '../vi/otp.ts';

export const otp: Record<keyof typeof vi, string> = {
  'otp.title': 'Enter the code',
  'otp.sentTo': 'A 6-digit code was sent to <phone>{phone}</phone>.',
  'otp.label': 'Verification code',
  'otp.box': 'Digit {index} of {total}',
  'otp.submit': 'Confirm',
  'otp.resendIn': 'Send again in {time}',
  'otp.resend': 'Send a new code',
  'otp.resend.title': 'Send a new code',
  'otp.resend.lead': 'Complete the security check to get a new code on <phone>{phone}</phone>.',
  'otp.resent': 'A new code is on its way. Please check your messages.',
  'otp.mayResend': 'You can now ask for a new code.',
  'otp.changePhone': 'Change phone number',
  'otp.incomplete': 'Please enter all 6 digits.',
  'otp.wrong': 'That code is not right. Please try again.',
  'otp.expired': 'The code has expired. Please ask for a new one.',
  'otp.expiresIn': 'The code is valid for {time}',
  'otp.minutesSeconds': '{minutes} min {seconds} s',
  'otp.seconds': '{seconds, plural, one {# second} other {# seconds}}',
};
