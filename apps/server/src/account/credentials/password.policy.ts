import type { ErrorCode } from '@vid/contract/errors';
import type { FieldReason } from '@vid/contract/field-reasons';
import { passwordLimits } from '@vid/contract/limits';
import { AppError } from '#lib/app-error.ts';
import { countCodePoints, isStorable } from '#lib/text/text.ts';
import { isCommonPassword } from './common-passwords.ts';

export type PasswordProblem = 'characters' | 'policy' | 'common' | 'containsPhone';

const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[\p{P}\p{S}\p{Zs}]/u];

/**
 * Returns the form of a password that is hashed: NFC, because macOS and Windows encode accents differently,
 * without trimming or case folding (RFC 8265).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Returns the reason why a password is not allowed; undefined if it is allowed. `phone` is in E.164 format,
 * null for an account without a phone, and undefined if unknown.
 */
export function findPasswordProblem(
  password: string,
  phone: string | null | undefined,
): PasswordProblem | undefined {
  if (!isStorable(password)) return 'characters';
  const text = normalisePassword(password);
  const length = countCodePoints(text);
  if (length < passwordLimits.minCodePoints || length > passwordLimits.maxCodePoints) return 'policy';
  if (!classes.every((pattern) => pattern.test(text))) return 'policy';
  if (typeof phone === 'string' && containsPhone(text, phone)) return 'containsPhone';
  if (isCommonPassword(text)) return 'common';
  return undefined;
}

/**
 * Returns whether a password contains the phone's last seven digits, which all notations of the number share:
 * 0…, +84…, with dots, in full-width digits, and the eleven-digit numbers used until 2018.
 */
function containsPhone(text: string, phone: string): boolean {
  const digits = text.normalize('NFKC').replace(/\D/gu, '');
  return digits.includes(phone.slice(-7));
}

const refusals = {
  characters: ['VALIDATION_FAILED', 'characters'],
  policy: ['PASSWORD_POLICY', 'passwordPolicy'],
  common: ['PASSWORD_COMMON', 'passwordCommon'],
  containsPhone: ['PASSWORD_CONTAINS_PHONE', 'passwordContainsPhone'],
} as const satisfies Record<PasswordProblem, readonly [ErrorCode, FieldReason]>;

/**
 * Returns the NFC form of a new password. Errors name the field.
 * @throws AppError VALIDATION_FAILED, PASSWORD_POLICY, PASSWORD_COMMON, PASSWORD_CONTAINS_PHONE
 */
export function requireGoodPassword(
  password: string,
  phone: string | null | undefined,
  field: string,
): string {
  const problem = findPasswordProblem(password, phone);
  if (problem === undefined) return normalisePassword(password);
  const [code, reason] = refusals[problem];
  throw new AppError(code, { fields: { [field]: reason } });
}

/**
 * Returns the NFC form of a password to compare. Rejects impossible passwords before any lookup, so that
 * neither the response nor its timing reveals whether an account exists (P2).
 * @throws AppError VALIDATION_FAILED
 */
export function requireComparablePassword(password: string, field: string): string {
  if (!isStorable(password)) throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'characters' } });
  const text = normalisePassword(password);
  const length = countCodePoints(text);
  if (length < 2) throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'tooShort' } });
  if (length > passwordLimits.maxCodePoints)
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: 'tooLong' } });
  return text;
}
