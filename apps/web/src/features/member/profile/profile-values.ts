import { fieldsOf, type ListedField } from '@vid/contract/profile-fields';
import { checkTaxCode, formatTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import * as v from 'valibot';
import { nameRule, optionalEmail, optionalName } from '#shared/forms/name-rule.ts';
import { message } from '#shared/forms/message.ts';
import { required } from '#shared/forms/rules.ts';
import type { UserInfo } from '#state/auth.ts';
import { memberObjects } from '#state/labels.ts';
import type { Body } from '#shared/api/request-types.ts';

export type ProfilePatch = Body<'PATCH /vid/api/users/profile'>;
/** Values of the form. Field names match the names in the server's error `fields`. */
export type ProfileValues = Readonly<Record<string, string>>;

type Rule = v.GenericSchema<string, string>;

const rules: Readonly<Record<ListedField['kind'], (field: ListedField) => Rule>> = {
  text: ({ isRequired }) => (isRequired ? nameRule() : optionalName()),
  email: optionalEmail,
  object: () => v.pipe(v.string(), v.picklist(memberObjects, message('account.object.required'))),
  province: () => v.pipe(v.string(), v.nonEmpty(message('account.province.required'))),
  taxCode: () =>
    v.pipe(
      required(),
      v.check((code) => checkTaxCode(code) !== 'malformed', message('account.enterprise.taxCode.invalid')),
      v.transform(normaliseTaxCode),
    ),
};

export function schemaOf(profile: { readonly isEnterprise: boolean }) {
  return v.object(
    Object.fromEntries(fieldsOf(profile).map((field) => [field.name, rules[field.kind](field)])),
  );
}

export function valuesOf(profile: UserInfo): ProfileValues {
  return Object.fromEntries(
    fieldsOf(profile).map((field) => {
      const value = field.read(profile) ?? '';
      return [field.name, field.kind === 'taxCode' ? formatTaxCode(value) : value];
    }),
  );
}

export function isChanged(saved: ProfileValues, typed: ProfileValues): boolean {
  return Object.keys(saved).some((field) => field in typed && typed[field] !== saved[field]);
}

/**
 * Returns only the changed fields, so that a second tab or a form left open for a day does not overwrite newer values.
 * An empty field is sent as null. Returns null if nothing changed.
 */
export function patchOf(profile: UserInfo, checked: ProfileValues): ProfilePatch | null {
  const patch: ProfilePatch = {};
  const enterprise: NonNullable<ProfilePatch['enterprise']> = {};
  for (const field of fieldsOf(profile)) {
    const value = checked[field.name] || null;
    if (value !== field.read(profile))
      Object.assign(field.isInEnterprise ? enterprise : patch, { [field.key]: value });
  }
  if (Object.keys(enterprise).length > 0) patch.enterprise = enterprise;
  return Object.keys(patch).length === 0 ? null : patch;
}

export type TaxCodeHint = 'none' | 'ok' | 'check' | 'invalid';

/** Returns the hint to show while a tax code is typed, or `none` while the code may still be incomplete. */
export function taxCodeHint(typed: string): TaxCodeHint {
  const code = normaliseTaxCode(typed);
  if (code === '') return 'none';
  if (/\D/.test(code) || code.length > 13) return 'invalid';
  // Codes have 10, 12 or 13 digits, so 11 digits are an incomplete code.
  if (code.length < 10 || code.length === 11) return 'none';
  const verdict = checkTaxCode(code);
  if (verdict === 'malformed') return 'invalid';
  return verdict === 'ok' ? 'ok' : 'check';
}
