import { Decrypter, Encrypter } from 'age-encryption';
import type { Keys } from '#lib/keys.ts';
import { UsageProblem } from '../command.ts';

/**
 * Work factor (base 2) of scrypt for the key derived from the master key. That key has 256 bits, so a slow
 * derivation adds nothing.
 */
const workFactor = 10;

/** Encrypts to an age recipient, or with a key derived from the master key. */
export function encrypterFor(recipient: string | undefined, keys: Pick<Keys, 'derive'>): Encrypter {
  const encrypter = new Encrypter();
  if (recipient === undefined) {
    encrypter.setPassphrase(passphraseOf(keys));
    encrypter.setScryptWorkFactor(workFactor);
    return encrypter;
  }
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new UsageProblem(`${recipient} is not a recipient of age, such as age1….`, { cause: error });
  }
  return encrypter;
}

/** Decrypts with the identities of an age identity file, or with a key derived from one of the master keys. */
export function decrypterFor(identityFile: string | undefined, keys: readonly Pick<Keys, 'derive'>[]) {
  const decrypter = new Decrypter();
  if (identityFile === undefined) {
    for (const key of keys) decrypter.addPassphrase(passphraseOf(key));
    return decrypter;
  }
  const lines = identityFile.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0)
    throw new UsageProblem('The identity file has no line that begins with AGE-SECRET-KEY-.');
  for (const identity of identities) decrypter.addIdentity(identity);
  return decrypter;
}

function passphraseOf(keys: Pick<Keys, 'derive'>): string {
  return keys.derive('backup').toString('hex');
}
