import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import type { Keys } from '#lib/keys.ts';

const purpose = 'import-hash-parameters';

/** Seals the parameters of a Firebase project, because their key lets an attacker guess stolen hashes. */
export const sealParameters = (keys: Pick<Keys, 'seal'>, parameters: FirebaseParameters): Buffer =>
  keys.seal(purpose, JSON.stringify(parameters));

/**
 * Only `sealParameters` writes sealed parameters, and the seal is authenticated, so the content needs no
 * check.
 */
export function openParameters(keys: Pick<Keys, 'open'>, sealed: Uint8Array): FirebaseParameters {
  const parameters: FirebaseParameters = JSON.parse(keys.open(purpose, sealed));
  return parameters;
}
