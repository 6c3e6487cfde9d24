import { errors } from 'oidc-provider';
import { isStorableJson } from '#lib/text.ts';

/**
 * Serialises a value for a jsonb column.
 * @throws InvalidRequest for U+0000 or a lone surrogate from the caller, which PostgreSQL cannot store
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!isStorableJson(json, value))
    throw new errors.InvalidRequest('a parameter contains a character that cannot be stored');
  return json;
}
