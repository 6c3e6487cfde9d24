import type { Body } from '@vid/contract/endpoints/index';
import type { FieldReason } from '@vid/contract/field-reasons';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import { parseReferralCode } from '#account/referral/referral.policy.ts';
import { cleanText } from '#lib/text/text.ts';

export type DeclaredCertificate = Body<'PUT /vid/api/users/certificate'>;
export type Problems = Record<string, FieldReason>;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function todayAt(nowMs: number): string {
  return new Date(nowMs + 7 * 3_600_000).toISOString().slice(0, 10);
}

/** Earliest date of a certificate: the law of 2006 that introduced certificates took effect in 2007. */
const firstDay = '2007-01-01';
const lastDay = '2099-12-31';

/** Returns the cleaned certificate and all its problems, except those of the employer. */
export function readCertificate(
  declared: DeclaredCertificate,
  known: { readonly provinces: ReadonlySet<string>; readonly today: string },
) {
  const problems: Problems = {};
  const number = cleanText(declared.number);
  if ('problem' in number) problems['number'] = number.problem;
  else if (number.text === '') problems['number'] = 'required';
  if (!known.provinces.has(declared.province)) problems['province'] = 'unknown';
  const { issuedOn, expiresOn } = declared;
  if (!isDay(issuedOn) || issuedOn < firstDay || issuedOn > known.today) problems['issuedOn'] = 'date';
  if (expiresOn !== null && (!isDay(expiresOn) || expiresOn <= issuedOn || expiresOn > lastDay))
    problems['expiresOn'] = 'date';
  const text = 'text' in number ? number.text : '';
  return { certificate: { number: text, province: declared.province, issuedOn, expiresOn }, problems };
}

export type TypedEmployer =
  | { readonly kind: 'none' }
  | { readonly kind: 'referralCode' | 'taxCode' | 'name'; readonly text: string }
  | { readonly problem: FieldReason };

/**
 * Parses the employer that a member entered: the referral code or tax code of an enterprise, or the name of an
 * employer outside the association. An empty text names no employer; a text that is none of these is a problem.
 */
export function readEmployer(typed: string): TypedEmployer {
  if (typed.trim() === '') return { kind: 'none' };
  const referralCode = parseReferralCode(typed);
  if (referralCode !== undefined) return { kind: 'referralCode', text: referralCode };
  const taxCode = normaliseTaxCode(typed);
  if (checkTaxCode(taxCode) !== 'malformed') return { kind: 'taxCode', text: taxCode };
  if (!/\p{L}/u.test(typed)) return { problem: 'employer' };
  const name = cleanText(typed);
  return 'problem' in name ? name : { kind: 'name', text: name.text };
}
