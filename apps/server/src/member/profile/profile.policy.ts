import type { Body } from '@vid/contract/endpoints/index';
import type { FieldReason } from '@vid/contract/field-reasons';
import {
  accountFieldNames,
  accountFields,
  enterpriseFieldColumns,
  enterpriseFields,
  type AccountFieldColumn,
  type ProfileField,
} from '@vid/contract/profile-fields';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import type { AccountChange } from '#account/account.repo.ts';
import type { EnterpriseChange } from '#account/enterprises/enterprise.policy.ts';
import { parseEmail } from '#lib/text/email.ts';
import { cleanText } from '#lib/text/text.ts';

export type ProfileChange = Body<'PATCH /vid/api/users/profile'>;
export type AccountSet = Pick<AccountChange, AccountFieldColumn | 'emailConfirmedAt'>;
export type Problems = Record<string, FieldReason>;
type Known = { readonly provinces: ReadonlySet<string>; readonly objects: ReadonlySet<string> };
type Verdict = { readonly text: string } | { readonly problem: FieldReason };

const checks: Readonly<Record<ProfileField['kind'], (text: string, known: Known) => Verdict>> = {
  text: (text) => ({ text }),
  email(text) {
    const email = parseEmail(text);
    return email === undefined ? { problem: 'email' } : { text: email };
  },
  object: (text, { objects }) => (objects.has(text) ? { text } : { problem: 'unknown' }),
  province: (text, { provinces }) => (provinces.has(text) ? { text } : { problem: 'unknown' }),
  taxCode: (text) =>
    checkTaxCode(text) === 'malformed' ? { problem: 'taxCode' } : { text: normaliseTaxCode(text) },
};

/**
 * Returns the columns that a change sets, and its problems. Null and blank values clear a field; absent fields
 * stay unchanged. A tax code with a wrong check digit is accepted, because the profile page warns about it.
 */
export function readProfileChange(
  change: ProfileChange,
  known: Known & { readonly isEnterprise: boolean },
): { account: AccountSet; enterprise: EnterpriseChange; problems: Problems } {
  const problems: Problems = {};
  const read = (field: string, kind: ProfileField['kind'], given: string | null): string | null => {
    const cleaned = cleanText(given ?? '');
    const verdict = 'problem' in cleaned || cleaned.text === '' ? cleaned : checks[kind](cleaned.text, known);
    if ('problem' in verdict) problems[field] = verdict.problem;
    return 'text' in verdict && verdict.text !== '' ? verdict.text : null;
  };

  const account: AccountSet = {};
  for (const name of accountFieldNames) {
    const { kind, column } = accountFields[name];
    const value = change[name];
    if (value !== undefined) Object.assign(account, { [column]: read(name, kind, value) });
  }
  const enterprise: EnterpriseChange = {};
  if (change.enterprise && !known.isEnterprise) problems['enterprise'] = 'unknown';
  for (const key of enterpriseFieldColumns) {
    const value = change.enterprise?.[key];
    if (value !== undefined) enterprise[key] = read(`enterprise.${key}`, enterpriseFields[key].kind, value);
  }
  return { account, enterprise, problems };
}
