import { referralCodeLength as length } from '@vid/contract/limits';
import { newTypedCode, readTypedCode } from '#lib/text/typed-code.ts';

export const newReferralCode = (): string => newTypedCode(length);

export const parseReferralCode = (input: string): string | undefined => readTypedCode(input, length);

function initial(word: string): string {
  return `${Array.from(word)[0] ?? ''}***`;
}

/**
 * Masks all words but the last: “Nguyễn Văn An” becomes “N*** V*** An”. A single word is masked too. Returns
 * null for an empty name.
 */
export function maskName(name: string | null): string | null {
  const words = (name ?? '').split(' ').filter((word) => word !== '');
  const last = words.pop();
  if (last === undefined) return null;
  return words.length === 0 ? initial(last) : [...words.map(initial), last].join(' ');
}
