import type { ImportField } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { readCertificate } from '#account/certificates/certificate.policy.ts';
import { digests, type ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import {
  parseFirebase,
  parseForeignHash,
  parseSaltedDigest,
  type ParsedForeignHash,
} from '#account/credentials/foreign/parse-foreign-hash.ts';
import type { ImportedMember } from '#account/imports/imported-accounts.repo.ts';
import type { AccountKind } from '#database/tables.ts';
import type { FileRow } from '../read-limits.ts';
import { readDay } from './days.policy.ts';
import {
  createFieldReader,
  emptinessOf,
  type FieldReader,
  type RowRules,
  type ValueNote,
} from './field-reader.ts';
import { readPhone } from './phones.policy.ts';
import { findKind, findObject, readEmail, readTaxCode } from './values.policy.ts';

/**
 * Values of an invalid row, without its password: as understood, or as written if a value was not understood.
 * The meaning of a text may depend on other rows or on the workbook.
 */
export type WrittenRow = Readonly<Partial<Record<ImportField, string>>>;

export type ReadRow = { readonly notes: readonly ValueNote[] } & (
  | { readonly isValid: true; readonly member: ImportedMember; readonly hash: ForeignHash | null }
  | { readonly isValid: false; readonly written: WrittenRow }
);

const maxWrittenCharacters = 1_000;
/**
 * Checks one row. A problem with the phone, a name that is too long or has forbidden characters, or damaged
 * quotation marks make the row invalid. Other unusable values are omitted. Every omission and change is
 * noted.
 */
export function readRow(row: Omit<FileRow, 'number'>, rules: RowRules): ReadRow {
  const fields = createFieldReader(row.cells, rules);
  const { notes, text, read, known } = fields;
  if (row.isDamaged === true) return refuseDamagedRow(fields, rules);
  const phone = readPhoneField(fields, rules);
  const name = text('name');
  const email = read('email', readEmail);
  const writtenKind = known('kind', 'unknown', findKind);
  const enterprise = readEnterprise(fields);
  const kind = writtenKind ?? (enterprise === null ? 'personal' : 'enterprise');
  if (kind === 'personal' && enterprise !== null) enterpriseImportFields.forEach(fields.leaveOut);
  const memberObject = known('object', 'leftOut', findObject);
  const province = fields.readProvince('province');
  const certificate = readCertificateFields(fields, { kind, row, rules });
  const hash = readHashFields(fields, rules);

  if (!fields.isValid() || phone.value === null) {
    const written = fields.understood.set('phone', phone.value ?? phone.written);
    return { isValid: false, notes, written: toWritten(written) };
  }
  return {
    isValid: true,
    notes,
    member: {
      phone: phone.value,
      kind,
      name,
      email,
      memberObject,
      province,
      enterprise: kind === 'enterprise' ? (enterprise ?? emptyEnterprise) : null,
      certificate,
    },
    hash,
  };
}

/** The texts of a damaged row may be in the wrong columns, so any of them may contain the password hash. */
function refuseDamagedRow({ cell, note, notes }: FieldReader, { phoneCountries }: RowRules): ReadRow {
  const written = cell('phone');
  const isPhone = /^[\d\s+().-]+$/u.test(written) && 'value' in readPhone(written, phoneCountries);
  note('phone', 'quotes', [isPhone ? written : null, null]);
  return { isValid: false, notes, written: {} };
}

function readPhoneField(
  { textsOf, note, refuse }: FieldReader,
  { phoneCountries }: RowRules,
): { readonly written: string; readonly value: string | null } {
  const written = textsOf('phone')[0]?.written ?? '';
  const emptiness = emptinessOf('phone', written);
  const reading = readPhone(written, phoneCountries);
  if (written === '' || emptiness === 'leftOut') refuse('phone', 'required');
  else if (emptiness) refuse('phone', emptiness);
  else if ('problem' in reading) refuse('phone', reading.problem);
  else {
    if (reading.note) note('phone', reading.note, [written, reading.value]);
    return { written, value: reading.value };
  }
  return { written, value: null };
}

const toWritten = (texts: ReadonlyMap<ImportField, string>): WrittenRow =>
  Object.fromEntries([...texts].map(([field, text]) => [field, text.slice(0, maxWrittenCharacters)]));

const enterpriseImportFields = ['enterpriseName', 'shortName', 'taxCode', 'representative'] as const;
const emptyEnterprise = { name: null, shortName: null, taxCode: null, representative: null };

const certificateImportFields = [
  'certificateNumber',
  'certificateProvince',
  'certificateIssuedOn',
  'certificateExpiresOn',
] as const;

/**
 * Returns a certificate that its member could declare; null if it is invalid or lacks its number, province or
 * issue date.
 */
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

function readEnterprise({ text, read }: FieldReader): ImportedMember['enterprise'] {
  const enterprise = {
    taxCode: read('taxCode', readTaxCode),
    name: text('enterpriseName'),
    shortName: text('shortName'),
    representative: text('representative'),
  };
  return Object.values(enterprise).some((value) => value !== null) ? enterprise : null;
}

function readCertificateFields(
  { text, read, readProvince, leaveOut, isLeftOut }: FieldReader,
  {
    kind,
    row,
    rules,
  }: { readonly kind: AccountKind; readonly row: Pick<FileRow, 'countsFrom1904'>; readonly rules: RowRules },
): ImportedMember['certificate'] {
  const day = (cellText: string, column: number) =>
    readDay(cellText, {
      epoch: row.countsFrom1904 === true ? 1904 : 1900,
      order: rules.dayOrders?.get(column) ?? 'unknown',
    });
  const declared = {
    number: text('certificateNumber'),
    province: readProvince('certificateProvince'),
    issuedOn: read('certificateIssuedOn', day),
    expiresOn: read('certificateExpiresOn', day),
  };
  // Without its end date, an expired certificate would count as valid forever.
  const isComplete = kind === 'personal' && !isLeftOut('certificateExpiresOn');
  const certificate = isComplete ? toCertificate(declared, rules.today) : null;
  if (certificate === null) certificateImportFields.filter((field) => !isLeftOut(field)).forEach(leaveOut);
  return certificate;
}

/**
 * A salt may begin or end with any character, so take it unchanged. A hash has no spaces around it and never
 * begins with an apostrophe.
 */
function readHashFields({ cell, raw, note }: FieldReader, rules: RowRules): ForeignHash | null {
  const read = readHash(cell('passwordHash'), raw('passwordSalt'), rules);
  if (read === null || 'hash' in read) return read && read.hash;
  note('passwordHash', read.problem, ['', null]);
  return null;
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
