import { cleanMarks, cleanPhone } from '@vid/contract/clean-text';
import {
  importFields,
  importLimits,
  type HashFormat,
  type ImportField,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/transfers/imports';
import type { FileRow } from '../read-limits.ts';
import { cleanCell, decodeEscapes, foldText, texts } from './cell-text.ts';
import { decodeOldFont } from './old-fonts.ts';

const titles: Readonly<Record<ImportField, readonly string[]>> = {
  phone: texts(`
    so dien thoai, dien thoai, sdt, so dt, dt, dien thoai di dong, di dong, so di dong, phone, phone number,
    mobile, mobile number, mobile phone, tel, telephone, cell phone, so zalo, phone no, so may,
    so dien thoai di dong, so dtdd, dtdd, dt di dong, zalo, mobile no, cellphone, tel no, dien thoai dd,
    so dt di dong, sdt di dong, so dien thoai dd, sdtdd, so dd, dd, so lien he, so lien lac, cell, phone no,
    contact number, contact phone, d thoai, so phone, hotline`),
  name: texts(`
    ho ten, ho va ten, ten, ten hoi vien, ten thanh vien, ho ten hoi vien, ho va ten hoi vien, name,
    full name, fullname, member name, display name, member, ten day du, ho ten day du, ho va ten day du,
    ho va ten khai sinh, ho chu dem va ten, ho dem va ten, ho ten dem va ten, ho ten dem ten, ho chu dem ten, ho va ten nguoi lien he,
    ten hv, ho ten hv, ho va ten hv, ten moi gioi, ho ten moi gioi, ho va ten moi gioi`),
  email: texts(
    'email, e mail, thu dien tu, dia chi email, email address, mail, dia chi thu dien tu, gmail, dia chi mail, dia chi gmail, dc email, dc mail, user email',
  ),
  kind: texts(`
    loai tai khoan, loai, loai hoi vien, loai hinh hoi vien, loai hinh, kind, type, account type, member type, ca nhan doanh nghiep,
    loai hv, phan loai, phan loai hoi vien`),
  object: texts(`
    nhom hoi vien, member group, doi tuong, doi tuong hoi vien, vai tro, nghe nghiep, object, member object, profession, category`),
  province: texts(`
    tinh, tinh thanh, tinh thanh pho, thanh pho, dia phuong, tinh tp, province, city, province city`),
  enterpriseName: texts(`
    doanh nghiep, ten doanh nghiep, ten dn, cty, ten cty, ten don vi, cong ty, ten cong ty, don vi, to chuc, ten to chuc, company,
    company name, enterprise, enterprise name, organisation, organization, business name`),
  shortName: texts('ten viet tat, ten ngan, ten tat, short name, ten giao dich, abbreviation'),
  taxCode: texts(
    `ma so thue, mst, ma thue, tax code, tax id, tax number, ma so doanh nghiep, vat number, mst cccd, ma so dn, mst dn,
    mst cong ty, mst cty, mst doanh nghiep, ma so thue cong ty, ma so thue cty, ma so thue doanh nghiep, ma so thue dn`,
  ),
  representative: texts(`
    nguoi dai dien, dai dien, dai dien phap luat, nguoi dai dien phap luat, representative,
    legal representative, nguoi dai dien theo phap luat, dai dien theo phap luat, nguoi ddpl, ddpl`),
  certificateNumber: texts(`
    so chung chi, so chung chi hanh nghe, so chung chi hn, so cc hanh nghe, so chung chi moi gioi, so cchn, cchn,
    chung chi hanh nghe, ma chung chi, so chung chi hanh nghe moi gioi, so cchn moi gioi, so cchn mg, certificate number, certificate no, license number, licence number`),
  certificateProvince: texts(`
    noi cap chung chi, noi cap cchn, tinh cap chung chi, tinh cap cchn, certificate province,
    province of the certificate`),
  certificateIssuedOn: texts(`
    ngay cap chung chi, ngay cap cchn, ngay cap chung chi hanh nghe, ngay cap chung chi hn, certificate issued on, certificate issue date`),
  certificateExpiresOn: texts(`
    ngay het han chung chi, ngay het han cchn, han chung chi, chung chi het han, certificate expires on,
    certificate expiry date`),
  passwordHash: texts(`
    mat khau bam, ma bam mat khau, mat khau ma hoa, password hash, hash, password, encrypted password,
    hashed password, password digest, user pass`),
  passwordSalt: texts('salt, password salt, muoi'),
};

/** Titles of name parts in separate columns, in the order of Vietnamese names. */
const nameParts: readonly (readonly string[])[] = [
  texts(`
    ho, ho dem, ho va dem, ho ten dem, ho va ten dem, ho va chu dem, ho lot, ho chu lot, ho va chu lot,
    ho va ten lot, last name, lastname, surname, family name`),
  texts('dem, ten dem, chu dem, lot, ten lot, chu lot, middle name, middlename'),
  texts(
    'ten, ten rieng, ten goi, first name, firstname, given name, first names, given names, forename, forenames',
  ),
];
/** Words after a known title that do not change its meaning. */
const furtherWords =
  /(?: (?:zalo|viber|whatsapp|sms|lien he|lien lac|hoi vien|thanh vien|ca nhan|bat buoc|neu co|viet hoa|in hoa|chu hoa|co dau|theo cccd|theo cmnd|bds|bat dong san|moi|required|optional|chinh|dang ky|value|vn)| (?:so )?[1-3]|(?<=\p{L})[1-3])+$/u;

/** Item number of a form's column, as in “2. Họ và tên”. */
const itemNumber = /^\s*\(?(?:\d{1,2}|[IVX]{1,4})[.):\]]\s*/u;

/**
 * Returns the known title that matches a column's title, ignoring diacritics, punctuation and words such as
 * “(Zalo)”, or else the title in folded form. A title may name the same field twice, as in “Họ và tên/Full
 * name” or “Mã số thuế (MST)”.
 */
function meaningOf(title: string): string {
  const plain = decodeEscapes(title);
  const text = (decodeOldFont(plain)?.text ?? cleanMarks(plain)).replace(itemNumber, '');
  const whole = withoutFurtherWords(text);
  if (known.has(whole)) return whole;
  // Separate the words of a title such as `phoneNumber`.
  const spaced = withoutFurtherWords(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  if (known.has(spaced)) return spaced;
  const [first = '', ...others] = text
    .split(/[/|()[\]\r\n]|\s-\s/u)
    .map(withoutFurtherWords)
    .filter((part) => part !== '');
  const isSame = synonyms.some((words) => [first, ...others].every((part) => words.includes(part)));
  return isSame ? first : whole;
}

function withoutFurtherWords(text: string): string {
  const folded = foldText(text);
  if (known.has(folded)) return folded;
  const short = folded.replace(furtherWords, '');
  return knownBySpelling.get(short.replaceAll(' ', '')) ?? short;
}
const synonyms = [...Object.values(titles), ...nameParts];
const known = new Set(synonyms.flat());
/** Known titles by their letters alone, as in `hoten` and “S.Đ.T”. */
const knownBySpelling = new Map([...known].map((title) => [title.replaceAll(' ', ''), title]));

/**
 * Guesses the column of each field from the column titles. A field takes the first matching column.
 * Exceptions: the columns of a name are joined in the order of Vietnamese names, and of several columns with
 * phones or e-mail addresses, the first usable value is read.
 * @param sample the first rows below the titles
 */
export function guessMapping(
  columnTitles: readonly string[],
  sample: readonly FileRow[] = [],
): ImportMapping {
  const meanings = columnTitles.map(meaningOf);
  const mapping: { [F in ImportField]?: number | number[] } = {};
  for (const field of importFields) {
    const found = meanings.flatMap((meaning, index) => (titles[field].includes(meaning) ? [index] : []));
    const [first] = found;
    if (first !== undefined) mapping[field] = found.length > 1 && mayRepeat.has(field) ? found : first;
  }
  const parts = nameParts
    .map((words) => meanings.findIndex((meaning) => words.includes(meaning)))
    .filter((index) => index >= 0);
  const hasFullName = mapping.name !== undefined && !parts.includes(Number(mapping.name));
  if (!hasFullName && parts.length > 1) mapping.name = parts;
  const { name } = mapping;
  if (typeof name === 'number' && columnTitles[name + 1]?.trim() === '' && holdsGivenNames(sample, name))
    mapping.name = [name, name + 1];
  return mapping;
}

/**
 * Returns whether the column after the names contains given names. The title of a merged cell over two columns
 * is stored in the first column only.
 */
function holdsGivenNames(sample: readonly FileRow[], name: number): boolean {
  const rows = sample.filter(({ cells }) => (cells[name] ?? '').trim() !== '');
  const others = rows.map(({ cells }) => cleanCell(cells[name + 1] ?? ''));
  const areNames = others.every((text) => /^\p{L}[\p{L}\p{M}'’]*(?: \p{L}[\p{L}\p{M}'’]*)?$/u.test(text));
  const areGenders = others.every((text) =>
    ['nam', 'nu', 'male', 'female', 'm', 'f'].includes(foldText(text)),
  );
  return rows.length > 0 && areNames && !areGenders;
}

const mayRepeat: ReadonlySet<ImportField> = new Set(['phone', 'email']);

export function columnsOf(mapping: ImportMapping, field: ImportField): readonly number[] {
  const columns = mapping[field];
  return columns === undefined ? [] : typeof columns === 'number' ? [columns] : columns;
}

/** Returns the titles of columns that no field uses; for a column without a title, its letter. */
export function leftOutColumns(mapping: ImportMapping, columnTitles: readonly string[]): readonly string[] {
  const read = new Set(importFields.flatMap((field) => columnsOf(mapping, field)));
  return columnTitles.flatMap((title, index) =>
    read.has(index) ? [] : [cleanCell(title).slice(0, maxTitleCharacters) || columnName(index)],
  );
}
const maxTitleCharacters = 100;

/** Returns a column's name in a spreadsheet: `A` for 0, `AB` for 27. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

export function countTitles(cells: readonly string[]): number {
  const mapping = guessMapping(cells.slice(0, importLimits.columns));
  return importFields.reduce((total, field) => total + columnsOf(mapping, field).length, 0);
}

/**
 * Returns the titles at a row; undefined if the row does not exist. A column without a title takes the title in
 * the row above, if the row then has more known titles.
 */
export function titlesAt(rows: readonly FileRow[], index: number): FileRow | undefined {
  const [above, row] = [rows[index - 1], rows[index]];
  if (!above || !row || above.number !== row.number - 1) return row;
  const width = Math.max(above.cells.length, row.cells.length);
  const cells = Array.from({ length: width }, (_, column) => {
    const own = row.cells[column] ?? '';
    return own.trim() === '' ? (above.cells[column] ?? '') : own;
  });
  return countTitles(cells) > countTitles(row.cells) ? { ...row, cells } : row;
}

/**
 * Returns the first of the rows with the most known titles. A row with a phone number has no titles. Without
 * known titles, the first row is the title row; if it has a phone number, the file has no titles. Returns
 * undefined without rows.
 */
export function findTitleRow(rows: readonly FileRow[]): FileRow | undefined {
  const [first] = rows;
  const counts = rows
    .slice(0, importLimits.titleRows)
    .flatMap((row, index) => (hasPhone(row.cells) ? [] : (titlesAt(rows, index) ?? [])))
    .map((row) => ({ row, count: countTitles(row.cells) }));
  const most = Math.max(0, ...counts.map(({ count }) => count));
  if (most > 0) return counts.find(({ count }) => count === most)?.row;
  return first && hasPhone(first.cells) ? withoutTitles(rows) : first;
}

export function withoutTitles(rows: readonly FileRow[]): FileRow {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return { number: 0, cells: Array.from({ length: width }, () => '') };
}

const hasPhone = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^\+?(?:0|84)?\d{9,10}$/u.test(cleanPhone(cleanCell(cell))));

/** Guesses the format of a hash. Without a salt column, the hash is read as a text that names its own kind. */
export function guessHashFormat(hash: string | undefined, hasSalt: boolean): HashFormat {
  if (!hasSalt || hash === undefined) return 'self-described';
  if (/^[0-9a-f]{40}$/iu.test(hash)) return 'sha1-salt-before';
  if (/^[0-9a-f]{64}$/iu.test(hash)) return 'sha256-salt-before';
  return /^[0-9a-f]{128}$/iu.test(hash) ? 'sha512-salt-before' : 'self-described';
}
