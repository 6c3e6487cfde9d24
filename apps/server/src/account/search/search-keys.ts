/** Fields by which an account can be found, or from which its sort name is derived. */
export type SearchedAccount = {
  readonly id: string;
  readonly kind: 'personal' | 'enterprise';
  readonly phone: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly referralCode: string;
  readonly enterpriseName: string | null;
  readonly shortName: string | null;
  readonly taxCode: string | null;
};

/** Maximum length of a search key, in code points. */
const maxLength = 100;
/** Maximum number of words of a name at which a match can begin. */
const maxWords = 16;

export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F\0]/gu, '')
    .replaceAll('đ', 'd')
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/**
 * Returns the folded texts by which a search finds an account, without duplicates. A search matches the
 * beginning of a text.
 */
export function searchKeys(account: SearchedAccount): readonly string[] {
  const names = [account.name, account.enterpriseName, account.shortName].flatMap(wordSuffixes);
  const national = account.phone?.startsWith('+84') ? `0${account.phone.slice(3)}` : '';
  // The last six digits are a key, so that a search for the end of the number finds the account.
  const lastDigits = account.phone?.slice(-6) ?? '';
  const texts = [account.email, account.referralCode, account.id].map((text) => text?.toLowerCase() ?? '');
  const keys = [...names, account.phone ?? '', national, lastDigits, ...texts, account.taxCode ?? '']
    .map(cut)
    .filter((key) => key !== '');
  return [...new Set(keys)];
}

export function sortName({ kind, name, enterpriseName }: SearchedAccount): string {
  return cut((kind === 'enterprise' ? enterpriseName : null) ?? name ?? '');
}

function wordSuffixes(name: string | null): readonly string[] {
  const words = foldText(name ?? '').split(' ');
  return words.slice(0, maxWords).map((_, index) => words.slice(index).join(' '));
}

const cut = (text: string): string => Array.from(text).slice(0, maxLength).join('');
