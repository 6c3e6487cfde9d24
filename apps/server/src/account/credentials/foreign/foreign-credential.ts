import type { Keys } from '#lib/keys.ts';
import type { ForeignHash } from './foreign-hash.ts';

const prefix = 'imported$';
const purpose = 'imported-password';

/**
 * Returns the stored form of another system's hash. The hash is sealed because it has no pepper: with a copy
 * of the table, passwords with a fast hash could otherwise be guessed.
 */
export function toCredential(keys: Pick<Keys, 'seal'>, hash: ForeignHash): string {
  return prefix + keys.seal(purpose, JSON.stringify(hash)).toString('base64');
}

export function isForeign(stored: string): boolean {
  return stored.startsWith(prefix);
}

/**
 * Opens a stored hash; returns undefined if no known key opens it. The content needs no validation, because the
 * seal is authenticated and only `toCredential` creates it.
 */
export function openCredential(keys: Pick<Keys, 'open'>, stored: string): ForeignHash | undefined {
  try {
    const hash: ForeignHash = JSON.parse(
      keys.open(purpose, Buffer.from(stored.slice(prefix.length), 'base64')),
    );
    return hash;
  } catch {
    return undefined;
  }
}
