import { randomInt } from 'node:crypto';

/** The alphabet leaves out characters that are easily confused: i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 10;
const shape = new RegExp(`^[${alphabet}]{${codeLength}}$`, 'u');
const readAs: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' };

/** Generates a recovery code of 50 random bits, in two groups. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`;
}

/** Returns the canonical form of a recovery code, or undefined if the input is not a code. */
export function parseRecoveryCode(input: string): string | undefined {
  const code = input
    .normalize('NFKC')
    .replace(/[\s\-–.]/gu, '')
    .toLowerCase()
    .replace(/[ilo]/gu, (letter) => readAs[letter] ?? letter);
  return shape.test(code) ? code : undefined;
}
