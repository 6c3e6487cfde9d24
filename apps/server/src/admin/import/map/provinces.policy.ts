import { foldText, type Reading } from './cell-text.ts';

/**
 * Provinces that were merged on 1 July 2025 (Resolution 202/2025/QH15) and the provinces that absorbed them, in
 * lower case without diacritics.
 */
const merged: Readonly<Record<string, string>> = {
  'ha giang': 'tuyen quang',
  'yen bai': 'lao cai',
  'bac kan': 'thai nguyen',
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
  hn: 'ha noi',
  hanoi: 'ha noi',
  'dac lac': 'dak lak',
  'dak lac': 'dak lak',
  'thua thien hue': 'hue',
};

export type ProvinceNames = readonly {
  readonly code: string;
  readonly name: { readonly vi: string; readonly en: string };
}[];

/** Reads a province's code or name, with or without diacritics and “Tỉnh” or “TP.”, and returns its code. */
export function createProvinceReader(provinces: ProvinceNames): (text: string) => Reading<string> {
  const codes = new Map<string, string>();
  for (const { code, name } of provinces) {
    codes.set(code.toLowerCase(), code);
    for (const spelling of [name.vi, name.en]) codes.set(fold(spelling), code);
  }
  return (text) => {
    const folded = fold(text);
    const current = spellings[folded] ?? folded;
    const code = codes.get(current) ?? codes.get(folded.padStart(2, '0'));
    if (code !== undefined) return { value: code };
    const successor = codes.get(merged[current] ?? '');
    return successor === undefined ? { problem: 'leftOut' } : { value: successor, note: 'merged' };
  };
}

function fold(text: string): string {
  return foldText(text).replace(/^(?:thanh pho|tinh|tp|t p)\s+|\s+(?:city|province)$/gu, '');
}
