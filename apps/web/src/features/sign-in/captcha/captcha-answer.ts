import * as v from 'valibot';

/** The captcha's value in a form's schema: '' while the form has none, or where it is done without typing. */
export function captchaAnswer() {
  return v.fallback(v.string(), '');
}
