import { type HashFormat, type ImportField, type RowNote } from '@vid/contract/endpoints/admin/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/imports';
import type { FirebaseParameters } from '@vid/contract/firebase-parameters';
import { readCertificate } from '#account/certificates/certificate.policy.ts';
import { digests, type ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import {
  parseFirebase,
  parseForeignHash,
  parseSaltedDigest,
  type ParsedForeignHash,
} from '#account/credentials/foreign/parse-foreign-hash.ts';
import type { AccountKind, AccountMemberObject } from '#database/tables.ts';
import type { FileRow } from '../read/read-limits.ts';
import { cleanCell, foldText, isErrorCell, isNoValue } from './cell-text.ts';
import { columnsOf } from './columns.policy.ts';
import { readDay, type DayOrder } from './days.policy.ts';
import { decodeOldFont, type OldFont } from './old-fonts.ts';
import { readPhone } from './phones.policy.ts';
import type { Reading } from './reading.ts';
import { findKind, findObject, readEmail, readTaxCode, readText } from './values.policy.ts';

/**
 * A missing, omitted or changed value. `to` is null if the value is omitted. Both values of a secret are null.
 */
export type ValueNote = {
  readonly field: ImportField;
  readonly note: RowNote;
  readonly column: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** Every imported account is an active member, so this type has no role and no status. */
export type ImportedMember = {
  readonly phone: string;
  readonly kind: AccountKind;
  readonly name: string | null;
  readonly email: string | null;
  readonly memberObject: AccountMemberObject | null;
  readonly province: string | null;
  readonly enterprise: {
    readonly name: string | null;
    readonly shortName: string | null;
    readonly taxCode: string | null;
    readonly representative: string | null;
  } | null;
  /** A broker's certificate, which the association has yet to confirm. */
  readonly certificate: {
    readonly number: string;
    readonly province: string;
    readonly issuedOn: string;
    readonly expiresOn: string | null;
  } | null;
};

/**
 * Values of an invalid row, without its password: as understood, or as written if a value was not understood.
 * The meaning of a text may depend on other rows or on the workbook.
 */
export type WrittenRow = Readonly<Partial<Record<ImportField, string>>>;

export type ReadRow = { readonly notes: readonly ValueNote[] } & (
  | { readonly isValid: true; readonly member: ImportedMember; readonly hash: ForeignHash | null }
  | { readonly isValid: false; readonly written: WrittenRow }
);

export type RowRules = {
  readonly mapping: ImportMapping;
  readonly hashFormat: HashFormat;
  readonly firebase?: FirebaseParameters | undefined;
  readonly phoneCountries: readonly string[];
  readonly readProvince: (text: string) => Reading<string>;
  readonly fonts?: ReadonlyMap<number, OldFont>;
  readonly dayOrders?: ReadonlyMap<number, DayOrder>;
  /** Today's date in Vietnam; no certificate is issued later. */
  readonly today: string;
};

const maxNotedCharacters = 200;
const maxWrittenCharacters = 1_000;
const joinedBySpaces: ReadonlySet<ImportField> = new Set([
  'name',
  'enterpriseName',
  'shortName',
  'representative',
]);
const joinedByLines: ReadonlySet<ImportField> = new Set(['phone', 'email']);
const namesOfPeople: ReadonlySet<ImportField> = new Set(['name', 'representative']);
const secrets: ReadonlySet<ImportField> = new Set(['passwordHash', 'passwordSalt']);

/**
 * Checks one row. A problem with the phone, a bad name or damaged quotation marks make the row invalid. Other
 * unusable values are omitted. Every omission and change is noted.
 */
export function readRow(
  { cells, isDamaged, countsFrom1904 }: Omit<FileRow, 'number'>,
  rules: RowRules,
): ReadRow {
  const notes: ValueNote[] = [];
  const understood = new Map<ImportField, string>();
  let isValid = true;
  const raw = (field: ImportField): string =>
    join(
      field,
      columnsOf(rules.mapping, field).map((index) => cells[index] ?? ''),
    );
  const given = (field: ImportField): readonly Given[] =>
    columnsOf(rules.mapping, field)
      .map((column) => ({ column, written: cleanCell(cells[column] ?? '') }))
      .filter(({ written }) => written !== '');
  const cell = (field: ImportField): string =>
    join(
      field,
      given(field).map(({ written }) => written),
    );
  const note = (
    field: ImportField,
    kind: RowNote,
    [from, to]: readonly [from: string | null, to: string | null],
    column = columnsOf(rules.mapping, field)[0] ?? null,
  ): void => {
    const cut = (value: string | null): string | null =>
      value === null || secrets.has(field) ? null : value.slice(0, maxNotedCharacters);
    notes.push({ field, note: kind, column, from: cut(from), to: cut(to) });
  };
  const refuse = (field: ImportField, kind: RowNote): void => {
    isValid = false;
    note(field, kind, [cell(field), null]);
  };

  /** Returns the texts to join for a name, phone or address. Omits a part of a name that has no value. */
  const textsOf = (field: ImportField): readonly Given[] => {
    const all = given(field);
    const [first] = all;
    const isJoined = joinedBySpaces.has(field) || joinedByLines.has(field);
    if (!first || all.length === 1 || !isJoined) return all;
    const usable = all.filter((one) => emptinessOf(field, one.written) === undefined);
    if (usable.length === 0) return [first];
    for (const one of all) {
      const kind = emptinessOf(field, one.written);
      if (kind && foldText(one.written) !== '') note(field, kind, [one.written, null], one.column);
    }
    return [
      {
        column: usable[0]?.column ?? first.column,
        written: join(
          field,
          usable.map((one) => one.written),
        ),
      },
    ];
  };
  /**
   * Reads a field. Of several columns with a value, the first usable value counts, and a note names the others.
   * @param toText returns the value as a text that can be read without the other rows of the file
   */
  const read = <T extends string>(
    field: ImportField,
    find: (written: string, column: number) => Reading<T>,
    toText = (written: string, value: string): string => (value === '' ? written : value),
  ): T | null => {
    const readings = textsOf(field).map((one) => {
      const problem = emptinessOf(field, one.written);
      const reading: Reading<T> = problem ? { problem } : find(one.written, one.column);
      return { ...one, reading };
    });
    const chosen = readings.find(({ reading }) => 'value' in reading && reading.value !== '') ?? readings[0];
    if (!chosen) return null;
    const { reading, column } = chosen;
    understood.set(field, toText(chosen.written, 'value' in reading ? reading.value : ''));
    if ('problem' in reading) {
      if (field === 'name' && (reading.problem === 'characters' || reading.problem === 'tooLong'))
        isValid = false;
      note(field, reading.problem, [chosen.written, null], column);
      return null;
    }
    if (reading.note) note(field, reading.note, [chosen.written, reading.value], column);
    const isOther = (one: Reading<T>): boolean =>
      'value' in one ? one.value !== reading.value : one.problem !== 'leftOut';
    if (readings.some((one) => isOther(one.reading))) {
      const all = readings.map((one) => one.written).join('; ');
      note(field, 'several', [all, reading.value], column);
    }
    return reading.value === '' ? null : reading.value;
  };
  const text = (field: ImportField): string | null => {
    const font = columnsOf(rules.mapping, field)
      .map((index) => rules.fonts?.get(index))
      .find((found) => found !== undefined);
    return read(
      field,
      (written) => readText(written, font),
      (written, value) => (value === '' ? (decodeOldFont(written, font)?.text ?? written) : value),
    );
  };
  const known = <T extends string>(
    field: ImportField,
    kind: RowNote,
    find: (written: string) => T | undefined,
  ): T | null =>
    read(
      field,
      (written) => {
        const value = find(toUnicode(written));
        return value === undefined ? { problem: kind } : { value };
      },
      toUnicode,
    );
  /** A province may be valid both as written and in the encoding of the other columns: “Hoà” is “Hồ” in VNI. */
  const provinceText = (written: string): string => {
    const direct = toUnicode(written);
    const others = [...new Set(rules.fonts?.values())].map(
      (font) => decodeOldFont(written, font)?.text ?? written,
    );
    return [direct, ...others].find((one) => 'value' in rules.readProvince(one)) ?? direct;
  };
  const readProvince = (field: ImportField): string | null =>
    read(field, (written) => rules.readProvince(provinceText(written)), provinceText);

  if (isDamaged === true) {
    // The texts of a damaged row are in the wrong columns, so any of them may contain the password hash.
    const written = cell('phone');
    const isPhone = /^[\d\s+().-]+$/u.test(written) && 'value' in readPhone(written, rules.phoneCountries);
    note('phone', 'quotes', [isPhone ? written : null, null]);
    return { isValid: false, notes, written: {} };
  }
  const writtenPhone = textsOf('phone')[0]?.written ?? '';
  const noPhone = emptinessOf('phone', writtenPhone);
  let phone: string | null = null;
  if (writtenPhone === '' || noPhone === 'leftOut') refuse('phone', 'required');
  else if (noPhone) refuse('phone', noPhone);
  else {
    const reading = readPhone(writtenPhone, rules.phoneCountries);
    if ('problem' in reading) refuse('phone', reading.problem);
    else {
      phone = reading.value;
      if (reading.note) note('phone', reading.note, [writtenPhone, phone]);
    }
  }

  const name = text('name');
  const email = read('email', readEmail);
  const writtenKind = known('kind', 'unknown', findKind);
  const enterprise = readEnterprise(text, read);
  const kind = writtenKind ?? (enterprise === null ? 'personal' : 'enterprise');
  if (kind === 'personal' && enterprise !== null)
    for (const field of enterpriseImportFields)
      if (cell(field) !== '') note(field, 'leftOut', [cell(field), null]);
  const memberObject = known('object', 'leftOut', findObject);
  const province = readProvince('province');

  const day = (cellText: string, column: number) =>
    readDay(cellText, {
      epoch: countsFrom1904 === true ? 1904 : 1900,
      order: rules.dayOrders?.get(column) ?? 'unknown',
    });
  const isLeftOut = (field: ImportField): boolean =>
    notes.some((noted) => noted.field === field && noted.to === null);
  const declared = {
    number: text('certificateNumber'),
    province: readProvince('certificateProvince'),
    issuedOn: read('certificateIssuedOn', day),
    expiresOn: read('certificateExpiresOn', day),
  };
  // Without its end date, an expired certificate would count as valid forever.
  const isComplete = kind === 'personal' && !isLeftOut('certificateExpiresOn');
  const certificate = isComplete ? toCertificate(declared, rules.today) : null;
  if (certificate === null)
    for (const field of certificateImportFields)
      if (cell(field) !== '' && !isLeftOut(field)) note(field, 'leftOut', [cell(field), null]);

  // A salt may begin or end with any character, so take it unchanged. A hash has no spaces around it and never
  // begins with an apostrophe.
  const hash = readHash(cell('passwordHash'), raw('passwordSalt'), rules);
  if (hash && 'problem' in hash) note('passwordHash', hash.problem, ['', null]);

  if (!isValid || phone === null)
    return { isValid: false, notes, written: toWritten(understood.set('phone', phone ?? writtenPhone)) };
  return {
    isValid: true,
    notes,
    member: {
      phone,
      kind,
      name,
      email,
      memberObject,
      province,
      enterprise: kind === 'enterprise' ? (enterprise ?? emptyEnterprise) : null,
      certificate,
    },
    hash: hash && 'hash' in hash ? hash.hash : null,
  };
}

const toWritten = (texts: ReadonlyMap<ImportField, string>): WrittenRow =>
  Object.fromEntries([...texts].map(([field, text]) => [field, text.slice(0, maxWrittenCharacters)]));

type Given = { readonly column: number; readonly written: string };

function emptinessOf(field: ImportField, text: string): 'errorCell' | 'leftOut' | undefined {
  if (isErrorCell(text)) return 'errorCell';
  return isNoValue(text, namesOfPeople.has(field)) ? 'leftOut' : undefined;
}

function toUnicode(written: string): string {
  const reading = readText(written);
  return 'value' in reading ? reading.value : written;
}

function join(field: ImportField, texts: readonly string[]): string {
  if (texts.length <= 1) return texts[0] ?? '';
  const given = texts.filter((text) => text !== '');
  if (joinedBySpaces.has(field)) return given.join(' ');
  return joinedByLines.has(field) ? given.join('\n') : (given[0] ?? '');
}

const enterpriseImportFields = ['enterpriseName', 'shortName', 'taxCode', 'representative'] as const;
const emptyEnterprise = { name: null, shortName: null, taxCode: null, representative: null };

const certificateImportFields = [
  'certificateNumber',
  'certificateProvince',
  'certificateIssuedOn',
  'certificateExpiresOn',
] as const;

/** Returns a certificate that its member could declare; null without its number, province or issue date. */
function toCertificate(
  {
    number,
    province,
    issuedOn,
    expiresOn,
  }: Readonly<Record<'number' | 'province' | 'issuedOn' | 'expiresOn', string | null>>,
  today: string,
): ImportedMember['certificate'] {
  if (number === null || province === null || issuedOn === null) return null;
  const declared = { number, province, issuedOn, expiresOn, employer: null };
  const { certificate, problems } = readCertificate(declared, { provinces: new Set([province]), today });
  return Object.keys(problems).length === 0 ? certificate : null;
}

function readEnterprise(
  text: (field: ImportField) => string | null,
  read: (field: ImportField, find: (written: string) => Reading<string>) => string | null,
): ImportedMember['enterprise'] {
  const enterprise = {
    taxCode: read('taxCode', readTaxCode),
    name: text('enterpriseName'),
    shortName: text('shortName'),
    representative: text('representative'),
  };
  return Object.values(enterprise).some((value) => value !== null) ? enterprise : null;
}

function readHash(text: string, salt: string, { hashFormat, firebase }: RowRules): ParsedForeignHash | null {
  if (text === '') return null;
  if (hashFormat === 'firebase-scrypt')
    return firebase ? parseFirebase(text, salt, firebase) : { problem: 'hashFormat' };
  const digest = digests.find((name) => hashFormat.startsWith(`${name}-`));
  if (digest === undefined) return parseForeignHash(text);
  return parseSaltedDigest(text, salt, {
    digest,
    position: hashFormat.endsWith('before') ? 'before' : 'after',
  });
}
