import type { captcha as vi } from '#shared/i18n/messages/vi/captcha.ts';

export const captcha: Record<keyof typeof vi, string> = {
  'captcha.label': 'Security code',
  'captcha.hint': 'Type the characters in the picture. Upper and lower case are the same.',
  'captcha.image': 'Picture with the security code',
  'captcha.refresh': 'Show another picture',
  'captcha.refreshed': 'A new picture is shown.',
  'captcha.wrong': 'The security code is incorrect. Please type the one in the new picture.',
  'captcha.expired': 'The security code has expired. Please type the one in the new picture.',
  'captcha.withoutPicture': 'Verify without a picture',
  'captcha.withPicture': 'Verify with a picture',
  'captcha.working': 'Verifying, one moment…',
  'captcha.done': 'Verified.',
  'captcha.failed': 'Verification failed. Please try again or use the picture.',
  'captcha.whyNow': 'Please complete the security check to continue.',
  'captcha.unavailable': 'The picture could not be loaded. Please try again.',
  'captcha.noPictureHint': 'Your device solves a small puzzle by itself; there is nothing to type.',
  'captcha.again': 'Verify again',
};
