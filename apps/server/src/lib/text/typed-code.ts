import { cleanDigits } from '@vid/contract/clean-text';
import { typedCodeAlphabet as alphabet } from '@vid/contract/limits';
import { randomInt } from 'node:crypto';

const shape = new RegExp(`^[${alphabet}]+$`, 'u');
const readAs: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };
export const digits = '0123456789';

/**
 * Returns the check character of a code (ISO/IEC 7064, hybrid system; MOD 11,10 for digits). It detects every
 * wrong character and almost every swap of neighbours. The alphabet must have an even number of characters.
 */
export function checkCharacterOf(code: string, characters = alphabet): string {
  const size = characters.length;
  let product = size;
  for (const character of code) {
    const sum = (product + characters.indexOf(character)) % size || size;
    product = (sum * 2) % (size + 1);
  }
  return characters.charAt((size + 1 - product) % size);
}

export const isChecked = (code: string, characters = alphabet): boolean =>
  checkCharacterOf(code.slice(0, -1), characters) === code.slice(-1);

export function newTypedCode(length: number): string {
  const random = Array.from({ length: length - 1 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return random + checkCharacterOf(random);
}

/** Returns a code without separators, and without the punctuation and symbols around it. */
export const cleanCode = (typed: string): string =>
  cleanDigits(typed).replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');

/** Returns the canonical form of a code typed in any notation; undefined if the code is mistyped. */
export function readTypedCode(typed: string, length: number): string | undefined {
  const code = cleanCode(typed)
    .toUpperCase()
    .replace(/[ILO]/gu, (letter) => readAs[letter] ?? letter);
  return code.length === length && shape.test(code) && isChecked(code) ? code : undefined;
}
