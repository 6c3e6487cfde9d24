import type { errors as vi } from '#shared/i18n/messages/vi/errors.ts';

export const errors: Record<keyof typeof vi, string> = {
  'errors.required': '{label} is required.',
  'errors.email': 'Incorrect email format.',
  'errors.phone': 'Incorrect phone number format.',
  'errors.format': 'Invalid format.',
  'errors.passwordMismatch': 'New password does not match.',
  'errors.passwordRules':
    'Password must be at least 8 characters, must contain lowercase letters, uppercase letters, numbers and special characters.',
  'errors.passwordMin': 'Password must have at least {count} characters.',
  'errors.tooLong': 'Use {count} characters or fewer.',
  'errors.windowNetworkError': 'There is no network connection. Please check again!',
  'errors.pageWaiting':
    'We couldn’t load this because there is no connection. It will appear when you’re back online.',
  'errors.network': 'Please check your network connection again!',
  'errors.timeout': 'The server took too long to respond. Please try again.',
  'errors.processing': 'An error occurred during processing.',
  'errors.tryLater': 'Please try again later.',
  'errors.render.title': 'Error',
  'errors.sessionExpired': 'Your session has ended. Please sign in again.',
  'errors.render.reload': 'Reload the page',
};
