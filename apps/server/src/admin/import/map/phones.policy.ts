import type { RowNote } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { cleanMarks, cleanPhone } from '@vid/contract/clean-text';
import { parsePhone } from '#lib/phone/phone.ts';
import { foldText, type Reading } from './cell-text.ts';
import { readNumberText } from './number-text.ts';

/**
 * Matches mobile numbers from before the migration of 2018: ten digits, with or without a leading 0 or the country
 * code.
 */
const oldNumber = /^(?:0|\+?84|0084)?1[2689]\d{8}$/u;
const label =
  /^(?:so)?(?:sdt|dtdd|dtcq|dtnr|dd|dt|tel|phone|mobile|mob|zalo|viber|whatsapp|hotline|cell|fax|hp|so|m|t|p|h)$/u;

/**
 * Area codes until 2017 that are now the beginning of mobile numbers, and their successors. Without a new
 * code, the landline “(038) 3822333” would be read as the mobile number 038 382 2333.
 */
const areaCodes: Readonly<Record<string, string>> = {
  30: '229',
  31: '225',
  33: '203',
  36: '227',
  37: '237',
  38: '238',
  39: '239',
  52: '232',
  56: '256',
  58: '258',
  59: '269',
  70: '270',
  76: '296',
  77: '297',
  79: '299',
};
/** The code 08 of Hồ Chí Minh City, separated from the eight digits of a landline. */
const hoChiMinhCity =
  /(?<!\d)(\(?(?:(?:\+|00)?84[\s.()-]*0?|0))8(?=\)?[\s.-]*(?<=[\s.)-])[235-7](?:\d{7}|\d{3}[\s.-]\d{4}|[\s.-]\d{3}[\s.-]?\d{4})(?!\d))/gu;
/** An area code in parentheses before seven digits, which are not grouped as in “(038) 382-2333”. */
const otherArea =
  /(\((?:(?:\+|00)?84[\s.-]*)?0?)(\d\d)(?=\)[\s.-]*[236](?:\d{6}|\d{3}[\s.-]\d{3}|[\s.-]\d{3}[\s.-]\d{3})(?!\d))/gu;

const withNewAreaCodes = (text: string): string =>
  text
    .replace(hoChiMinhCity, '$128')
    .replace(otherArea, (_, before: string, code: string) => before + (areaCodes[code] ?? code));

/**
 * Returns the first usable phone number of a cell, or the reason why it has none. Never reads a number from a
 * part of a longer number.
 */
export function readPhone(written: string, countries: readonly string[]): Reading<string> {
  const text = withNewAreaCodes(cleanMarks(written.normalize('NFKC')))
    .replace(/^[\u0301'‘’`]+/u, '')
    .replace(/[\s.,;:]+$/u, '');
  const number = readNumberText(text) ?? readCommaGroups(text);
  if (number === 'lost') return { problem: 'digitsLost' };
  const given = number?.digits ?? text;
  const parsed = parsePhone(given, countries);
  if ('e164' in parsed) {
    const note = oldNumber.test(cleanPhone(given)) ? 'upgraded' : number && 'number';
    return { value: parsed.e164, ...(note && { note }) };
  }
  return readSeveral(text, countries) ?? { problem: parsed.problem };
}

/**
 * Reads groups separated by commas: “0912,345,678”. Returns undefined for any other text, also for a group of
 * one digit, which may belong to another number.
 */
function readCommaGroups(text: string): { readonly digits: string } | undefined {
  return /^\+?\d{2,4}(?:,\s?\d{2,4}){2,4}$/u.test(text) ? { digits: text.replace(/,\s?/gu, '') } : undefined;
}

/**
 * Removes text that is not a phone number: times in parentheses, such as “(8h-17h)” and “(24/7)”, and list
 * numbers, also in “SĐT 2:”.
 */
function withoutRemarks(text: string): string {
  return text
    .replace(/(?<=\d\s*)\((?=[^()]*[\p{L}/])(?:[^()\d]|(?<!\d)\d{1,2}(?!\d))*\)/gu, ' ')
    .replace(/(?<=\p{L} ?)\d ?:\s*(?=[+(]?\d{3})/gu, ': ')
    .replace(/(?<=^|[;,\n|]\s*)\d\.\s+(?=[+(]?\d{3})/gu, ' ')
    .replace(/(?<=^|[;,\n|\s])\d\)\s*(?=[+(]?\d{3})/gu, text.includes('(') ? '$&' : ', ');
}

type Run = { readonly groups: string[]; readonly before: string };

/** A landline without its area code. */
const localNumber = /^[235-7]\d{6,7}$/u;

function readSeveral(text: string, countries: readonly string[]): Reading<string> | undefined {
  const runs = findRuns(withoutRemarks(text));
  if (!runs) return undefined;
  const numbers: string[] = [];
  let hasRest = false;
  for (const { groups, before } of runs) {
    const found = partition(groups, countries);
    if (found) {
      numbers.push(...found);
      continue;
    }
    if (localNumber.test(groups.join(''))) {
      hasRest = true;
      continue;
    }
    // “0912345678/79” names two numbers, of which only the first is complete.
    const isEnding = numbers.length > 0 && groups.join('').length <= 4 && !before.endsWith(',');
    if (!isEnding) return undefined;
    hasRest = true;
  }
  const usable = numbers.flatMap((number) => {
    const parsed = parsePhone(number, countries);
    return 'e164' in parsed ? [{ number, e164: parsed.e164 }] : [];
  });
  const [first] = usable;
  if (!first) return numbers.length > 0 ? { problem: 'unsupported' } : undefined;
  const note: RowNote =
    new Set(usable.map(({ e164 }) => e164)).size > 1 || numbers.length > usable.length || hasRest
      ? 'several'
      : oldNumber.test(cleanPhone(first.number))
        ? 'upgraded'
        : 'cleaned';
  return { value: first.e164, note };
}

/**
 * Returns the runs of digits between words, commas, slashes and the like. Returns undefined if a letter touches
 * a digit, because the letter may represent a digit; a label, such as `ĐT`, may precede one.
 */
function findRuns(text: string): readonly Run[] | undefined {
  const runs: Run[] = [];
  let [between, isNew] = ['', true];
  for (const [token] of text.matchAll(/\p{L}[\p{L}\p{M}.]*|\+?\d+|[^\p{L}\d+]+|\+/gu)) {
    if (/\d/u.test(token)) {
      if (
        /\p{L}\.?$/u.test(between) &&
        !label.test(foldText(/\p{L}[\p{L}\p{M}.]*$/u.exec(between)?.[0] ?? '').replaceAll(' ', ''))
      )
        return undefined;
      const last = runs.at(-1);
      if (isNew || !last) runs.push({ groups: [token], before: between });
      else last.groups.push(token);
      [between, isNew] = ['', false];
      continue;
    }
    if (/^\p{L}/u.test(token) && between === '' && runs.length > 0) return undefined;
    between += token;
    if (/[\p{L},;:/|&\n\r+]/u.test(token)) isNew = true;
  }
  return runs;
}

/** Divides groups of digits into whole numbers. Returns undefined unless there is exactly one way. */
function partition(groups: readonly string[], countries: readonly string[]): readonly string[] | undefined {
  const ways: (readonly string[])[] = [];
  const extend = (from: number, numbers: readonly string[]): void => {
    if (from === groups.length) ways.push(numbers);
    for (let to = from + 1; to <= groups.length && ways.length < 2 && to - from <= 6; to += 1) {
      const number = groups.slice(from, to).join('');
      if (number.length > 16) break;
      if (isNumber(number, countries)) extend(to, [...numbers, number]);
    }
  };
  if (groups.length <= 24) extend(0, []);
  return ways.length === 1 ? ways[0] : undefined;
}

/** Returns whether digits are a phone number. Landlines count, although no account can use them. */
function isNumber(number: string, countries: readonly string[]): boolean {
  const parsed = parsePhone(number, countries);
  return 'e164' in parsed || parsed.problem === 'unsupported';
}
