import type { HashFormat, ImportField, RowNote } from '@vid/contract/endpoints/admin/import-shapes';
import type { ImportMapping } from '@vid/contract/endpoints/admin/imports';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import { digests, type ForeignHash } from '#account/credentials/foreign/foreign-hash.ts';
import {
  parseForeignHash,
  parseSaltedDigest,
  type ParsedForeignHash,
} from '#account/credentials/foreign/parse-foreign-hash.ts';
import type { AccountKind, AccountMemberObject } from '#database/tables.ts';
import { parsePhone } from '#lib/phone.ts';
import { parseEmail } from '#lib/email.ts';
import { cleanText } from '#lib/text.ts';
import { cleanCell, foldText } from './cell-text.ts';

export type FieldNote = `${ImportField}:${RowNote}`;

/** The data that a row adds. It has no role and no status: every imported account is an active member. */
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
};

export type ReadRow = { readonly notes: readonly FieldNote[] } & (
  | { readonly isValid: true; readonly member: ImportedMember; readonly hash: ForeignHash | null }
  | { readonly isValid: false; readonly written: { readonly phone: string; readonly name: string } }
);

export type RowRules = {
  readonly mapping: ImportMapping;
  readonly hashFormat: HashFormat;
  readonly phoneCountries: readonly string[];
  readonly findProvince: (text: string) => string | undefined;
};

const kinds: Readonly<Record<string, AccountKind>> = {
  personal: 'personal',
  individual: 'personal',
  'ca nhan': 'personal',
  enterprise: 'enterprise',
  company: 'enterprise',
  business: 'enterprise',
  'doanh nghiep': 'enterprise',
  'cong ty': 'enterprise',
  'to chuc': 'enterprise',
};
const objects: Readonly<Record<string, AccountMemberObject>> = {
  broker: 'broker',
  'moi gioi': 'broker',
  'nha moi gioi': 'broker',
  'nguoi moi gioi': 'broker',
  'moi gioi bat dong san': 'broker',
  exchange: 'exchange',
  'real estate exchange': 'exchange',
  brokerage: 'exchange',
  san: 'exchange',
  'san giao dich': 'exchange',
  'san giao dich bat dong san': 'exchange',
  customer: 'customer',
  client: 'customer',
  'khach hang': 'customer',
  expert: 'expert',
  'chuyen gia': 'expert',
};

/** A phone number from before the migration of 2018: eleven digits, or ten after the country code. */
const oldNumber = /^(?:0|\+?84|0084)?1[2689]\d{8}$/u;

/** Checks one row. An unknown province or object is left out and noted; any other problem makes the row invalid. */
export function readRow(cells: readonly string[], rules: RowRules): ReadRow {
  const notes: FieldNote[] = [];
  const problems: FieldNote[] = [];
  const raw = (field: ImportField): string => cells[rules.mapping[field] ?? -1] ?? '';
  const cell = (field: ImportField): string => cleanCell(raw(field));
  const text = (field: ImportField): string | null => {
    const verdict = cleanText(cell(field));
    if ('problem' in verdict) problems.push(`${field}:${verdict.problem}`);
    return 'text' in verdict && verdict.text !== '' ? verdict.text : null;
  };
  const known = <T>(field: ImportField, find: (written: string) => T | undefined): T | null => {
    const written = cell(field);
    if (written === '') return null;
    const found = find(written);
    if (found === undefined) notes.push(`${field}:leftOut`);
    return found ?? null;
  };

  const phone = parsePhone(cell('phone'), rules.phoneCountries);
  if (cell('phone') === '') problems.push('phone:required');
  else if ('problem' in phone) problems.push(`phone:${phone.problem}`);
  else if (oldNumber.test(cell('phone').replace(/[^\d+]/gu, ''))) notes.push('phone:upgraded');

  const email = cell('email') === '' ? null : parseEmail(cell('email'));
  if (email === undefined) problems.push('email:format');

  const kindText = cell('kind');
  const written = kindText === '' ? undefined : kinds[foldText(kindText)];
  if (kindText !== '' && written === undefined) problems.push('kind:unknown');
  const enterprise = readEnterprise(text, problems);
  const kind = written ?? (enterprise === null ? 'personal' : 'enterprise');
  if (kind === 'personal' && enterprise !== null) notes.push('enterpriseName:leftOut');

  // A salt may begin or end with any character. No hash has spaces around it or begins with an apostrophe.
  const hash = readHash(cell('passwordHash'), raw('passwordSalt'), rules.hashFormat);
  if (hash && 'problem' in hash) problems.push(`passwordHash:${hash.problem}`);

  const member = {
    kind,
    name: text('name'),
    email: email ?? null,
    memberObject: known('object', (value) => objects[foldText(value)]),
    province: known('province', rules.findProvince),
    enterprise: kind === 'enterprise' ? (enterprise ?? emptyEnterprise) : null,
  };
  if (problems.length > 0 || !('e164' in phone))
    return { isValid: false, notes: problems, written: { phone: cell('phone'), name: cell('name') } };
  return {
    isValid: true,
    notes,
    member: { phone: phone.e164, ...member },
    hash: hash && 'hash' in hash ? hash.hash : null,
  };
}

const emptyEnterprise = { name: null, shortName: null, taxCode: null, representative: null };

function readEnterprise(
  text: (field: ImportField) => string | null,
  problems: FieldNote[],
): ImportedMember['enterprise'] {
  const written = text('taxCode');
  if (written !== null && checkTaxCode(written) === 'malformed') problems.push('taxCode:format');
  const enterprise = {
    name: text('enterpriseName'),
    shortName: text('shortName'),
    taxCode: written === null ? null : normaliseTaxCode(written),
    representative: text('representative'),
  };
  return Object.values(enterprise).some((value) => value !== null) ? enterprise : null;
}

function readHash(text: string, salt: string, format: HashFormat): ParsedForeignHash | null {
  if (text === '') return null;
  const digest = digests.find((name) => format.startsWith(`${name}-`));
  if (digest === undefined) return parseForeignHash(text);
  return parseSaltedDigest(text, salt, { digest, position: format.endsWith('before') ? 'before' : 'after' });
}
