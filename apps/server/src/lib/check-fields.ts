import type { FieldReason } from '@vid/contract/field-reasons';
import { AppError } from './app-error.ts';

/**
 * Returns the results of independent checks of one request. If several checks fail, one error names all their fields,
 * so that a form can show every problem at once.
 * @throws the error of a single failed check, or of a check that names no field; AppError VALIDATION_FAILED with all
 *   fields if several fail
 */
export async function checkFields<T extends readonly unknown[] | []>(
  checks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const failures = (await Promise.allSettled(checks)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const fields: Record<string, FieldReason> = {};
  for (const failure of failures) {
    // Rethrow outages and errors that do not concern a field.
    if (!(failure instanceof AppError) || failure.fields === undefined) throw failure;
    Object.assign(fields, failure.fields);
  }
  if (failures.length > 1) throw new AppError('VALIDATION_FAILED', { fields });
  return Promise.all(checks);
}
