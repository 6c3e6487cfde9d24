import type { errorPages as vi } from '#shared/i18n/messages/vi/error-pages.ts';

export const errorPages: Record<keyof typeof vi, string> = {
  'errors.401.title': 'You’re not signed in',
  'errors.401.text': 'Sign in to view this content.',
  'errors.403.title': 'You don’t have access',
  'errors.403.text': 'You don’t have permission to view this content.',
  'errors.403.advice': 'If you need access, contact the association.',
  'errors.404.heading': 'Error 404',
  'errors.404.title': 'Page not found',
  'errors.404.text': 'This address doesn’t exist or has changed.',
  'errors.404.advice': 'Check the address or go to the home page.',
  'errors.500.title': 'We’re having a problem',
  'errors.500.text': 'Something went wrong on our side. Try again later.',
  'errors.unavailable.title': 'The service is temporarily unavailable',
  'errors.unavailable.text': 'We couldn’t check whether you’re signed in. Try again in a few minutes.',
  'errors.maintain.title': 'We’ll be back soon',
  'errors.maintain.until': 'We expect to finish at {time}.',
  'errors.maintain.administrator': 'Sign in as an administrator',
  'errors.maintain.text': 'We’re making improvements. Try again later.',
  'errors.comming.title': 'Coming soon',
  'errors.comming.text': 'We’re still working on this feature. Come back later.',
};
