import type { captcha as vi } from '#shared/i18n/messages/vi/captcha.ts';

export const captcha: Record<keyof typeof vi, string> = {
  'captcha.label': 'Picture code',
  'captcha.hint': 'Type the characters in the picture. Not case-sensitive.',
  'captcha.image': 'Picture with the code to type',
  'captcha.refresh': 'Show another picture',
  'captcha.refreshed': 'A new picture is shown.',
  'captcha.wrong': 'The picture code is incorrect. Please type the one in the new picture.',
  'captcha.expired': 'The picture code has expired. Please type the one in the new picture.',
  'captcha.withoutPicture': 'Verify without a picture',
  'captcha.whyNow': 'Please complete the security check to continue.',
  'captcha.unavailable': 'We couldn’t load the picture. Please try again.',
};
