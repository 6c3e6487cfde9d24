import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import type { Keys } from '#lib/keys.ts';

const purpose = 'import-hash-parameters';

/** Seals the parameters of a Firebase project, because an attacker can use their key to guess stolen hashes. */
export const sealParameters = (keys: Pick<Keys, 'seal'>, parameters: FirebaseParameters): Buffer =>
  keys.seal(purpose, JSON.stringify(parameters));

/** The content needs no check, because the seal is authenticated and only `sealParameters` writes it. */
export function openParameters(keys: Pick<Keys, 'open'>, sealed: Uint8Array): FirebaseParameters {
  const parameters: FirebaseParameters = JSON.parse(keys.open(purpose, sealed));
  return parameters;
}
