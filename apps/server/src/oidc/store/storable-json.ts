import { errors } from 'oidc-provider';
import { isStorableJson } from '#lib/text/text.ts';

/**
 * Serializes a value for a jsonb column.
 * @throws InvalidRequest for NUL or a lone surrogate in the value, which PostgreSQL cannot store
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!isStorableJson(json, value))
    throw new errors.InvalidRequest('a parameter contains a character that cannot be stored');
  return json;
}
