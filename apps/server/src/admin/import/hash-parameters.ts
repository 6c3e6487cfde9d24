import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import type { Keys } from '#lib/keys.ts';

const purpose = 'import-hash-parameters';

/** Seals the parameters of a Firebase project, because an attacker can use their key to guess stolen hashes. */
export const sealParameters = (keys: Pick<Keys, 'seal'>, parameters: FirebaseParameters): Buffer =>
  keys.seal(purpose, JSON.stringify(parameters));

/**
 * Sealed parameters need no validation, because the seal is authenticated and only `sealParameters` creates
 * them.
 */
export function openParameters(keys: Pick<Keys, 'open'>, sealed: Uint8Array): FirebaseParameters {
  const parameters: FirebaseParameters = JSON.parse(keys.open(purpose, sealed));
  return parameters;
}
