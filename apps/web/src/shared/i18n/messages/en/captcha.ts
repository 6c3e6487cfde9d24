import type { captcha as vi } from '#shared/i18n/messages/vi/captcha.ts';

export const captcha: Record<keyof typeof vi, string> = {
  'captcha.label': 'Security code',
  'captcha.hint': 'Type the characters in the picture. Not case-sensitive.',
  'captcha.image': 'Picture with the security code',
  'captcha.refresh': 'Show another picture',
  'captcha.refreshed': 'A new picture is shown.',
  'captcha.wrong': 'The security code is incorrect. Please type the one in the new picture.',
  'captcha.expired': 'The security code has expired. Please type the one in the new picture.',
  'captcha.withoutPicture': 'Verify without a picture',
  'captcha.whyNow': 'Please complete the security check to continue.',
  'captcha.unavailable': 'The picture could not be loaded. Please try again.',
};
