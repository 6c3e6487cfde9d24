import * as v from 'valibot';
import { codePointCount, passwordMinLength, unmetPasswordRules } from '#shared/lib/password-rules.ts';
import { message } from './message.ts';
import { optionalCheckbox, typedPassword } from './rules.ts';

// The sign-in page uses no rule of this module, and so does not load it.

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

/** Returns the schema of the forms that replace a forgotten password. Only a recovery may show `isNewOwner`. */
export function newPasswordTwice() {
  return v.pipe(
    v.object({
      newPassword: newPassword(),
      confirm: typedPassword(message('reset.input.confirm.required')),
      isNewOwner: v.fallback(optionalCheckbox(), false),
    }),
    v.forward(
      // A partial check also runs if the new password breaks a rule, so that all errors appear at once.
      v.partialCheck(
        [['newPassword'], ['confirm']],
        (typed) => typed.newPassword.normalize('NFC') === typed.confirm.normalize('NFC'),
        message('errors.passwordMismatch'),
      ),
      ['confirm'],
    ),
  );
}
