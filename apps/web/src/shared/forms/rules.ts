import * as v from 'valibot';
import { codePointCount, passwordMinLength, unmetPasswordRules } from '#shared/lib/password-rules.ts';
import { isPlausiblePhone } from '#shared/lib/phone.ts';
import { message } from './message.ts';

export function required() {
  return v.pipe(v.string(), v.trim(), v.nonEmpty(message('errors.required')));
}

export function optionalText(max = 100) {
  return v.pipe(v.string(), v.trim(), v.maxLength(max, message('errors.tooLong', { count: max })));
}

export function phone() {
  return v.pipe(required(), v.check(isPlausiblePhone, message('errors.phone')));
}

export function optionalEmail() {
  // Pass the error to the inner check as well, because a union reports its closest branch, which would use the
  // library's English text.
  const error = message('errors.email');
  return v.union(
    [v.pipe(v.string(), v.trim(), v.literal('')), v.pipe(v.string(), v.trim(), v.email(error))],
    error,
  );
}

export function typedPassword(missing = message('errors.required')) {
  return v.pipe(v.string(), v.nonEmpty(missing));
}

export function newPassword() {
  return v.pipe(
    v.string(),
    v.nonEmpty(message('errors.required')),
    v.check(
      (value) => codePointCount(value) >= passwordMinLength,
      message('errors.passwordMin', { count: passwordMinLength }),
    ),
    v.check((value) => unmetPasswordRules(value).length === 0, message('errors.passwordRules')),
  );
}

export function otpCode(digits: number) {
  const shape = new RegExp(`^\\d{${digits}}$`);
  return v.pipe(v.string(), v.regex(shape, message('otp.incomplete', { digits })));
}

/** A checkbox that must be ticked. `readValues` reads an unticked one as ''. */
export function ticked(error: string) {
  return v.pipe(v.string(), v.literal('on', error));
}

export function optionalCheckbox() {
  return v.pipe(
    v.string(),
    v.transform((value) => value === 'on'),
  );
}

/** The typed captcha answer. '' if the form shows no captcha field, or while proof of work replaces it. */
export function captchaAnswer() {
  return v.fallback(v.string(), '');
}
