export const passwordMinLength = 8;

export const passwordRules = ['length', 'lower', 'upper', 'digit', 'special'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** Returns the length that the server counts: code points after NFC normalisation. */
export function codePointCount(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** The server's rules, by Unicode category after NFC: "ệ" is a lowercase letter, "Ơ" an uppercase letter. */
const tests: Record<PasswordRule, (password: string) => boolean> = {
  length: (password) => codePointCount(password) >= passwordMinLength,
  lower: (password) => /\p{Ll}/u.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  digit: (password) => /\p{Nd}/u.test(password),
  special: (password) => /[^\p{L}\p{M}\p{N}]/u.test(password),
};

export function unmetPasswordRules(input: string): PasswordRule[] {
  const password = input.normalize('NFC');
  return passwordRules.filter((rule) => !tests[rule](password));
}

export const passwordRulesAttribute =
  'minlength: 12; maxlength: 128; required: lower; required: upper; required: digit; required: [-!@#$%&*?];';
