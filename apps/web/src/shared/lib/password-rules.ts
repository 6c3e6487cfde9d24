export const passwordMinLength = 8;

export const passwordRules = ['length', 'lower', 'upper', 'digit', 'special'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** As the server counts: an emoji or a letter with its marks in NFC is one. */
export function codePointCount(text: string): number {
  return Array.from(text.normalize('NFC')).length;
}

/** By Unicode category in NFC, as the server counts them: "ệ" is one lowercase letter, "Ơ" one uppercase. */
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

/** For Safari's generated passwords (the `passwordrules` attribute), so that they fit on the first try. */
export const passwordRulesAttribute =
  'minlength: 12; maxlength: 128; required: lower; required: upper; required: digit; required: [-!@#$%&*?];';
