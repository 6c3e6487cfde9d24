import { errors } from 'oidc-provider';
import { isStorable } from '../lib/text.ts';

/**
 * What a request left to be kept, as PostgreSQL's jsonb takes it: it knows neither U+0000 nor half a surrogate pair.
 * @throws InvalidRequest for either: it is the request that is wrong, and no fault of ours
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Both are written as escapes (well-formed JSON.stringify); a text without one holds neither.
  if (!text.includes(String.raw`\u`)) return text;
  return JSON.stringify(value, (name, part: unknown) => {
    if (!isStorable(name) || (typeof part === 'string' && !isStorable(part)))
      throw new errors.InvalidRequest('a parameter holds a character that can not be kept');
    return part;
  });
}
