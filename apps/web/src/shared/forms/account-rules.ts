import * as v from 'valibot';
import { codePointCount, passwordMinLength, unmetPasswordRules } from '#shared/lib/password-rules.ts';
import { message } from './message.ts';

// The sign-in page uses none of these rules, and does not load this module.

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

/** Returns the rule of a checkbox that must be ticked. `readValues` reads an unticked checkbox as ''. */
export function ticked(error: string) {
  return v.pipe(
    v.string(),
    v.check((value) => value === 'on', error),
  );
}
