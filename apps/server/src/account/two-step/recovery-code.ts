import { AppError } from '#lib/app-error.ts';
import { newTypedCode, readTypedCode } from '#lib/text/typed-code.ts';

/** Length of a recovery code: 49 random bits and a check character. */
const length = 12;

export const newRecoveryCode = (): string => newTypedCode(length).replace(/(?<=.)(?=(?:.{4})+$)/gu, '-');

export const parseRecoveryCode = (input: string): string | undefined => readTypedCode(input, length);

/**
 * Rejects a mistyped recovery code, which its check character reveals, before it counts as an attempt.
 * @throws AppError VALIDATION_FAILED
 */
export function requireTypedRecoveryCode(input: string | undefined): void {
  if (input !== undefined && parseRecoveryCode(input) === undefined)
    throw new AppError('VALIDATION_FAILED', { fields: { recoveryCode: 'mistyped' } });
}
