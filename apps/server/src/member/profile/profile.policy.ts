import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { FieldReason } from '@vid/contract/errors';
import { checkTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import type { AccountChange } from '#account/account.repo.ts';
import type { EnterpriseChange } from '#account/enterprise.policy.ts';
import { parseEmail } from '#lib/email.ts';
import { cleanText } from '#lib/text.ts';

export type ProfileChange = BodyOf<Endpoints['PATCH /vid/api/users/profile']>;
export type AccountSet = Pick<
  AccountChange,
  'name' | 'email' | 'emailConfirmedAt' | 'memberObject' | 'province'
>;
export type Problems = Record<string, FieldReason>;

/**
 * Returns the columns that a change sets, and all its problems. Null and blank clear a field; an absent field stays as
 * it is. A tax code with a wrong check digit is accepted, and the page warns about it.
 */
export function readProfileChange(
  change: ProfileChange,
  known: {
    readonly provinces: ReadonlySet<string>;
    readonly objects: ReadonlySet<string>;
    readonly isEnterprise: boolean;
  },
): { account: AccountSet; enterprise: EnterpriseChange; problems: Problems } {
  const problems: Problems = {};
  const read = (field: string, value: string | null): string | null => {
    const verdict = cleanText(value ?? '');
    if ('problem' in verdict) problems[field] = verdict.problem;
    return 'text' in verdict && verdict.text !== '' ? verdict.text : null;
  };

  const account: AccountSet = {};
  if (change.name !== undefined) account.name = read('name', change.name);
  if (change.object !== undefined) {
    if (change.object !== null && !known.objects.has(change.object)) problems['object'] = 'unknown';
    account.memberObject = change.object;
  }
  if (change.email !== undefined) {
    const value = read('email', change.email);
    const email = value === null ? null : parseEmail(value);
    if (email === undefined) problems['email'] ??= 'email';
    else account.email = email;
  }
  if (change.province !== undefined) {
    const value = read('province', change.province);
    if (value !== null && !known.provinces.has(value)) problems['province'] ??= 'unknown';
    account.province = value;
  }

  const enterprise: EnterpriseChange = {};
  const { enterprise: fields } = change;
  if (fields && !known.isEnterprise) problems['enterprise'] = 'unknown';
  for (const key of ['name', 'shortName', 'representative'] as const) {
    const value = fields?.[key];
    if (value !== undefined) enterprise[key] = read(`enterprise.${key}`, value);
  }
  if (fields?.taxCode !== undefined) {
    const value = read('enterprise.taxCode', fields.taxCode);
    if (value !== null && checkTaxCode(value) === 'malformed') problems['enterprise.taxCode'] = 'taxCode';
    enterprise.taxCode = value === null ? null : normaliseTaxCode(value);
  }
  return { account, enterprise, problems };
}
