import { AppError } from '#lib/app-error.ts';
import { isStorable } from '#lib/text/text.ts';

/**
 * Validates `--reason` by the rules of the administration pages. Loads the contract only for commands with a
 * reason.
 * @throws AppError VALIDATION_FAILED for an invalid reason
 */
export async function requireReason(reason: string): Promise<string> {
  const [{ Reason }, { Value }] = await Promise.all([
    import('@vid/contract/endpoints/admin/accounts/accounts'),
    import('typebox/value'),
  ]);
  if (!isStorable(reason)) throw new AppError('VALIDATION_FAILED', { fields: { reason: 'characters' } });
  if (!Value.Check(Reason, reason))
    throw new AppError('VALIDATION_FAILED', { fields: { reason: reason === '' ? 'required' : 'tooLong' } });
  return reason;
}
