import { cleanDigits, cleanMarks, hasMarks } from '@vid/contract/clean-text';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import type { AccountKind, AccountMemberObject } from '#database/tables.ts';
import { parseEmail } from '#lib/text/email.ts';
import { cleanText } from '#lib/text/text.ts';
import { decodeEscapes, foldText, type Reading, texts } from './cell-text.ts';
import { readNumberText } from './number-text.ts';
import { decodeOldFont, type OldFont } from './old-fonts.ts';

/** Matches an apostrophe that marks a cell as text; the name contains no other apostrophe. */
const textMark = /^['‘’`´]+(?=\p{Lu}[^'‘’`´]*$)/u;

/** Line breaks, among them those of Unicode, and the tab. */
const breaks = /[\t\r\n\v\f\u0085\u2028\u2029]+/gu;

export function readText(written: string, columnFont?: OldFont): Reading<string> {
  const unescaped = decodeEscapes(written);
  const decoded = decodeOldFont(unescaped, columnFont);
  const text = (decoded?.text ?? unescaped).replace(breaks, ' ').replace(textMark, '');
  const verdict = cleanText(text);
  if ('problem' in verdict) return { problem: verdict.problem };
  if (decoded) return { value: verdict.text, note: 'oldFont' };
  if (/\p{L}\?|\?\p{L}|\uFFFD/u.test(verdict.text)) return { problem: 'lettersLost' };
  return unescaped !== written ||
    hasMarks(written) ||
    /[\r\n\v\f\u0085\u2028\u2029]/u.test(written) ||
    textMark.test(written)
    ? { value: verdict.text, note: 'cleaned' }
    : { value: verdict.text };
}

export function readEmail(written: string): Reading<string> {
  const text = cleanMarks(written)
    .replace(/^(['"“‘])(.*)['"”’]$/su, '$2')
    .replace(/^['‘’`´]+(?=[^'‘’`´]*$)/u, '');
  const email = parseEmail(text);
  if (email !== undefined)
    return email.toLowerCase() === written.toLowerCase()
      ? { value: email }
      : { value: email, note: 'cleaned' };
  const parts = text
    .normalize('NFKC')
    .replace(/\([^()]*\)|\p{L}[\p{L} -]*:(?!\/\/)/gu, ' ')
    .split(/[\s;,|/\\<>]+|\s-\s/u)
    .map((part) => part.replace(/\.$/u, ''))
    .filter((part) => part !== '');
  const addresses = parts.filter((part) => part.includes('@'));
  const [first, ...others] = addresses.map(parseEmail);
  if (first === undefined) return { problem: 'format' };
  // In “an@yahoo.com,vn”, the rest may belong to the address. In “An <an@x.vn>”, a name precedes it.
  const after = parts.slice(parts.indexOf(addresses[0] ?? '') + 1).filter((part) => !part.includes('@'));
  const isForeign = after.some((part) => !/^(?:và|va|or|and|hoặc|hoac|[-&+])$/iu.test(part));
  // Text with Vietnamese letters after the address is a remark.
  if (isForeign && !/[^\p{ASCII}]/u.test(after.join(''))) return { problem: 'format' };
  return { value: first, note: others.length > 0 ? 'several' : 'cleaned' };
}

const taxLabel =
  /^(?:mst|m\.s\.t\.?|ma so thue|mã số thuế|mã thuế|mã số dn|mã số doanh nghiệp|msdn|tax ?(?:code|id|no)?|vat|gpkd|gpđkkd|đkkd|gcnđkkd|cccd|căn cước|số|vn)(?:\s*(?:\s(?:số|cá nhân|ca nhan|cn|doanh nghiệp|dn|công ty|cty|hộ kinh doanh|hkd)|\/\s*cccd))*\s*(?:[:.\-–]\s*)?(?=['‘’\d])/iu;
/** Remark without digits after a code: “(đã đóng)”, “- Cục thuế Hà Nội”. */
const taxRemark = /(?<=\d)(?:\s*\([^()\d]*\)|\s+[-–]\s+[^\d;,|/]*\p{L}[^\d;,|/]*)$/u;

/**
 * Reads a tax code. A code that lost its leading zero in a spreadsheet is completed only if its check digit
 * then matches, because the completed code could be another number. Otherwise nine digits are rejected, and
 * twelve digits are noted as unverified.
 */
export function readTaxCode(written: string): Reading<string> {
  const text = cleanMarks(written.normalize('NFKC'))
    .replace(/^["“([](.*)["”)\]]$/su, '$1')
    .replace(/[\s;,/]+$/u, '')
    .replace(/(?<=^\D*\d{10})\/(?=\d{3}$)/u, '-');
  const code = readOneCode(text);
  if (!('problem' in code) || code.problem === 'digitsLost')
    return 'value' in code &&
      code.note === undefined &&
      (cleanDigits(written) !== code.value || hasMarks(written))
      ? { ...code, note: 'cleaned' }
      : code;
  const parts = text
    .split(/[;,|/\n\r]+|\s(?:và|va|hoặc|hoac|and|or|&)\s|(?<=\d{10})\s+(?=\d{10})/iu)
    .filter((part) => part.trim() !== '');
  const readings = parts.map(readOneCode);
  const [first] = readings;
  if (parts.length < 2 || !first || readings.some((reading) => 'problem' in reading)) return code;
  return 'value' in first ? { value: first.value, note: 'several' } : code;
}

/**
 * Returns whether digits that are not a branch number follow a complete code, so that all digits together are
 * another number.
 */
const hasForeignGroup = (text: string): boolean =>
  /^\d{10,}[^\d.,]+\d/u.test(text) && !/^\d{10}[^\d.,]+\d{3}$/u.test(text);

function readOneCode(text: string): Reading<string> {
  const bare = cleanMarks(text)
    .replace(taxLabel, '')
    .replace(taxRemark, '')
    .replace(/(?<=-\d{3})[.,]0+$/u, '');
  const number = readNumberText(bare.replace(/(?<=\d{9})[.,]0+$/u, ''));
  if (number === 'lost') return { problem: 'digitsLost' };
  const code = number ? number.digits : normaliseTaxCode(bare);
  if (!/^\d+$/u.test(code) || hasForeignGroup(bare)) return { problem: 'format' };
  const isShort = code.length === 9 || (code.length === 12 && !code.startsWith('0'));
  if (isShort && checkTaxCode(`0${code}`) === 'ok') return { value: `0${code}`, note: 'padded' };
  const verdict = checkTaxCode(code);
  if (verdict === 'malformed') return { problem: 'format' };
  // A personal number begins with 0, so twelve digits that begin with another digit stay unverified.
  if (verdict === 'unverified' || isShort) return { value: code, note: 'unverified' };
  if (number || /[.,]0+$/u.test(bare)) return { value: code, note: 'number' };
  return { value: code };
}

const byWord = <T>(...lists: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(lists.flatMap(([value, words]) => texts(words).map((word) => [word, value] as const)));

const kinds = byWord<AccountKind>(
  ['personal', 'personal, individual, person, ca nhan, cn, the nhan'],
  [
    'enterprise',
    `enterprise, company, business, corporate, organization, organisation, doanh nghiep, dn, cong ty, cty, ct, to chuc,
    tc, phap nhan, tap the, cong ty tnhh, cty tnhh, cong ty co phan, cong ty cp, cty cp, doanh nghiep tu nhan, dntn`,
  ],
);
const kindAffixes =
  /^(?:hoi vien|thanh vien|tai khoan|loai|khach hang|hv|kh) ?(?:la )?|(?: (?:member|account|hoi vien|thanh vien|hv))$/gu;

/**
 * Returns the kind of account, written as “Cá nhân”, “Hội viên cá nhân” or “CN”; undefined for another text.
 */
export function findKind(written: string): AccountKind | undefined {
  const folded = foldText(cleanMarks(written));
  const bare = folded.replace(kindAffixes, '');
  // Join single letters: “D.N”, which is folded to “d n”, is read as “dn”.
  return kinds.get(folded) ?? kinds.get(bare) ?? kinds.get(bare.replace(/\b(\w) (?=\w\b)/gu, '$1'));
}

const objects = byWord<AccountMemberObject>(
  [
    'broker',
    'broker, moi gioi, nha moi gioi, nguoi moi gioi, moi gioi bat dong san, moi gioi bds, moi gioi vien',
  ],
  [
    'exchange',
    `exchange, real estate exchange, brokerage, san, san giao dich, san giao dich bat dong san, san giao dich bds`,
  ],
  ['customer', 'customer, client, khach hang'],
  ['expert', 'expert, chuyen gia'],
);

export const findObject = (written: string): AccountMemberObject | undefined =>
  objects.get(foldText(cleanMarks(written)));
