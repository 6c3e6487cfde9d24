import { foldText, type Reading } from './cell-text.ts';

/**
 * Provinces that were merged on 1 July 2025 (Resolution 202/2025/QH15) and the provinces that absorbed them, in
 * lower case without diacritics. Includes names of their parts and the province that Hà Nội absorbed in 2008.
 */
const merged: Readonly<Record<string, string>> = {
  'ha giang': 'tuyen quang',
  'yen bai': 'lao cai',
  'bac kan': 'thai nguyen',
  'bac can': 'thai nguyen',
  'vinh phuc': 'phu tho',
  'hoa binh': 'phu tho',
  'bac giang': 'bac ninh',
  'thai binh': 'hung yen',
  'hai duong': 'hai phong',
  'ha nam': 'ninh binh',
  'nam dinh': 'ninh binh',
  'quang binh': 'quang tri',
  'quang nam': 'da nang',
  'kon tum': 'quang ngai',
  'binh dinh': 'gia lai',
  'ninh thuan': 'khanh hoa',
  'dak nong': 'lam dong',
  'dac nong': 'lam dong',
  'binh thuan': 'lam dong',
  'phu yen': 'dak lak',
  'ba ria vung tau': 'ho chi minh',
  brvt: 'ho chi minh',
  'vung tau': 'ho chi minh',
  'ha tay': 'ha noi',
  'binh duong': 'ho chi minh',
  'binh phuoc': 'dong nai',
  'long an': 'tay ninh',
  'ben tre': 'vinh long',
  'tra vinh': 'vinh long',
  'tien giang': 'dong thap',
  'bac lieu': 'ca mau',
  'soc trang': 'can tho',
  'hau giang': 'can tho',
  'kien giang': 'an giang',
};
const spellings: Readonly<Record<string, string>> = {
  hcm: 'ho chi minh',
  hcmc: 'ho chi minh',
  'sai gon': 'ho chi minh',
  sg: 'ho chi minh',
  hn: 'ha noi',
  'dac lac': 'dak lak',
  'dak lac': 'dak lak',
  'dac lak': 'dak lak',
  'thua thien hue': 'hue',
  'tt hue': 'hue',
};

export type ProvinceNames = readonly {
  readonly code: string;
  readonly name: { readonly vi: string; readonly en: string };
}[];

/**
 * Reads a province's code or name, with or without diacritics, spaces and “Tỉnh” or “TP.”, and returns its code.
 * Of an address, reads the only province among its parts.
 */
export function createProvinceReader(provinces: ProvinceNames): (text: string) => Reading<string> {
  const codes = new Map<string, string>();
  for (const { code, name } of provinces) {
    codes.set(code.toLowerCase(), code);
    for (const spelling of [name.vi, name.en]) codes.set(keyOf(spelling), code);
  }
  const readOne = (text: string): Reading<string> => {
    const key = keyOf(text);
    const current = keyedSpellings.get(key) ?? key;
    const code = codes.get(current) ?? codes.get(key.padStart(2, '0'));
    if (code !== undefined) return { value: code };
    const successor = codes.get(keyedMerged.get(current) ?? '');
    return successor === undefined ? { problem: 'leftOut' } : { value: successor, note: 'merged' };
  };
  return (text) => {
    const whole = readOne(text);
    if ('value' in whole) return whole;
    const number = readOne(text.replace(/^\s*(\d{1,2})[.,]0+\s*$/u, '$1'));
    if ('value' in number) return { ...number, note: 'number' };
    const parts = text
      .replace(/\([^()]*\)/gu, ' ')
      .split(/[,;/\n]|\s[-–]\s/u)
      .map(readOne)
      .filter((part) => 'value' in part);
    const [first] = parts;
    if (!first || parts.some(({ value }) => value !== first.value)) return whole;
    return { value: first.value, note: parts.find(({ note }) => note)?.note ?? 'cleaned' };
  };
}

function keyOf(text: string): string {
  return foldText(text)
    .replace(/\b(\w) (?=\w\b)/gu, '$1')
    .replace(/^(?:(?:thanh pho|tinh|thu do|t) |tp ?)|\s+(?:city|province)$/gu, '')
    .replaceAll(' ', '');
}

const byKey = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).map(([name, other]) => [keyOf(name), keyOf(other)]));
const keyedSpellings = byKey(spellings);
const keyedMerged = byKey(merged);
