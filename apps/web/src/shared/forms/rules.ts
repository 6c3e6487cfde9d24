import * as v from 'valibot';
import { foreignCountries, isPlausiblePhone } from '#shared/lib/phone/phone.ts';
import { message } from './message.ts';

export function required() {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(message('errors.required')));
}

export function optionalText(max = 100) {
  return v.pipe(v.string(), v.trim(), v.maxLength(max, message('errors.tooLong', { count: max })));
}

export function phone() {
  return v.pipe(
    required(),
    v.check(isPlausiblePhone, () =>
      message(foreignCountries().length > 0 ? 'signUp.phone.abroad' : 'errors.phone'),
    ),
  );
}

export function typedPassword(missing = message('errors.required')) {
  return v.pipe(v.string(), v.nonEmpty(missing));
}

export function optionalCheckbox() {
  return v.pipe(
    v.string(),
    v.transform((value) => value === 'on'),
  );
}

/** Returns the rule of a checkbox that must be ticked. `readValues` reads an unticked checkbox as ''. */
export function ticked(error: string) {
  return v.pipe(
    v.string(),
    v.check((value) => value === 'on', error),
  );
}

/**
 * Returns the rule of the typed captcha answer: '' if the form shows no captcha field, or while proof of work replaces
 * it.
 */
export function captchaAnswer() {
  return v.fallback(v.string(), '');
}
