import { errors } from 'oidc-provider';
import { isStorableJson } from '#lib/text.ts';

/**
 * What a request left to be kept, as PostgreSQL's jsonb takes it: it knows neither U+0000 nor half a surrogate pair.
 * @throws InvalidRequest for either: it is the request that is wrong, and no fault of ours
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!isStorableJson(json, value))
    throw new errors.InvalidRequest('a parameter holds a character that can not be kept');
  return json;
}
