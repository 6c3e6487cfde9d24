import { randomInt } from 'node:crypto';

/** Crockford's base32 alphabet, without the ambiguous I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;
const alphabetOnly = /^[0-9A-HJKMNP-TV-Z]+$/u;
const readAs: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

/** Generates a code of 40 random bits, short enough to dictate and too long to guess at the rate limit of the check. */
export function newReferralCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Returns the canonical form of a code, or undefined if the input is not a code. */
export function parseReferralCode(input: string): string | undefined {
  const code = input
    .normalize('NFKC')
    .replace(/[\s\-–.]/gu, '')
    .toUpperCase()
    .replace(/[ILO]/gu, (letter) => readAs[letter] ?? letter);
  return code.length === length && alphabetOnly.test(code) ? code : undefined;
}

function initial(word: string): string {
  return `${Array.from(word)[0] ?? ''}***`;
}

/** Masks all words but the last: “Nguyễn Văn An” becomes “N*** V*** An”. */
export function maskName(name: string | null): string | null {
  const words = (name ?? '').split(' ').filter((word) => word !== '');
  const last = words.pop();
  if (last === undefined) return null;
  return words.length === 0 ? initial(last) : [...words.map(initial), last].join(' ');
}
