import { randomInt } from 'node:crypto';

/** Crockford's base32: no I, L, O or U, so that a code read aloud or from paper is one code. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;
const alphabetOnly = /^[0-9A-HJKMNP-TV-Z]+$/u;
const readAs: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' };

/** A code of 40 random bits: short enough to be said over the phone, too many to be guessed through the check. */
export function newReferralCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The one spelling of a code, or undefined for what is none. */
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

/** “Nguyễn Văn An” as “N*** V*** An”: known to a friend, of no use to a stranger. */
export function maskName(name: string | null): string | null {
  const words = (name ?? '').split(' ').filter((word) => word !== '');
  const last = words.pop();
  if (last === undefined) return null;
  return words.length === 0 ? initial(last) : [...words.map(initial), last].join(' ');
}
