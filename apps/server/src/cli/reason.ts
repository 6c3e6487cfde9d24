import { Reason } from '@vid/contract/endpoints/admin/accounts';
import { Value } from 'typebox/value';
import { AppError } from '#lib/app-error.ts';
import { isStorable } from '#lib/text.ts';

/**
 * Checks the `--reason` of a command by the rules of the administration's pages.
 * @throws AppError VALIDATION_FAILED
 */
export function requireReason(reason: string): string {
  if (!isStorable(reason)) throw new AppError('VALIDATION_FAILED', { fields: { reason: 'characters' } });
  if (!Value.Check(Reason, reason))
    throw new AppError('VALIDATION_FAILED', { fields: { reason: reason === '' ? 'required' : 'tooLong' } });
  return reason;
}
