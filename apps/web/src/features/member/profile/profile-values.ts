import { checkTaxCode, formatTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import * as v from 'valibot';
import type { BodyOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { message } from '#shared/forms/message.ts';
import { maxLetters, nameRule, tooLong } from '#shared/forms/name-rule.ts';
import { optionalEmail, required } from '#shared/forms/rules.ts';
import type { UserInfo } from '#state/auth.ts';
import { memberObjects } from '#state/labels.ts';

export type ProfilePatch = BodyOf<Endpoints['PATCH /vid/api/users/profile']>;
/** The form's values. Fields have the names that the server uses in its error `fields`. */
export type ProfileValues = Readonly<Record<string, string>>;

const optionalName = () => v.pipe(v.string(), v.trim(), v.maxGraphemes(maxLetters, tooLong));
const province = () => v.pipe(v.string(), v.nonEmpty(message('account.province.required')));

export const personalSchema = v.object({
  name: nameRule(),
  object: v.picklist(memberObjects, message('account.object.required')),
  province: province(),
  email: optionalEmail(),
});

export const enterpriseSchema = v.object({
  'enterprise.name': nameRule(),
  'enterprise.shortName': optionalName(),
  'enterprise.taxCode': v.pipe(
    required(),
    v.check((code) => checkTaxCode(code) !== 'malformed', message('account.enterprise.taxCode.invalid')),
    v.transform(normaliseTaxCode),
  ),
  'enterprise.representative': nameRule(),
  province: province(),
  email: optionalEmail(),
});

export function valuesOf(profile: UserInfo): ProfileValues {
  const shared = { province: profile.province ?? '', email: profile.email ?? '' };
  if (!profile.isEnterprise) return { name: profile.name ?? '', object: profile.object ?? '', ...shared };
  const { enterprise } = profile;
  return {
    'enterprise.name': enterprise?.name ?? '',
    'enterprise.shortName': enterprise?.shortName ?? '',
    'enterprise.taxCode': formatTaxCode(enterprise?.taxCode ?? ''),
    'enterprise.representative': enterprise?.representative ?? '',
    ...shared,
  };
}

export function isChanged(saved: ProfileValues, typed: ProfileValues): boolean {
  return Object.keys(saved).some((field) => field in typed && typed[field] !== saved[field]);
}

type Checked = v.InferOutput<typeof personalSchema> | v.InferOutput<typeof enterpriseSchema>;

/** The new value if it differs from the old one, or null. An empty field is sent as null. */
function changed(before: string | null | undefined, after: string): { value: string | null } | null {
  const value = after === '' ? null : after;
  return value === (before ?? null) ? null : { value };
}

/**
 * The changed fields only, so that a second tab or a form left open for a day does not overwrite newer values.
 * null if nothing changed.
 */
export function patchOf(profile: UserInfo, checked: Checked): ProfilePatch | null {
  const patch: ProfilePatch = {};
  const email = changed(profile.email, checked.email);
  if (email) patch.email = email.value;
  const provinceCode = changed(profile.province, checked.province);
  if (provinceCode) patch.province = provinceCode.value;
  if ('object' in checked) {
    const fullName = changed(profile.name, checked.name);
    if (fullName) patch.name = fullName.value;
    if (checked.object !== profile.object) patch.object = checked.object;
  } else {
    const enterprise: NonNullable<ProfilePatch['enterprise']> = {};
    for (const field of ['name', 'shortName', 'taxCode', 'representative'] as const) {
      const part = changed(profile.enterprise?.[field], checked[`enterprise.${field}`]);
      if (part) enterprise[field] = part.value;
    }
    if (Object.keys(enterprise).length > 0) patch.enterprise = enterprise;
  }
  return Object.keys(patch).length === 0 ? null : patch;
}

const requiredForPerson = ['name', 'object', 'province'] as const;
const requiredForEnterprise = [
  'enterprise.name',
  'enterprise.taxCode',
  'enterprise.representative',
  'province',
] as const;
type RequiredField = (typeof requiredForPerson)[number] | (typeof requiredForEnterprise)[number];

export function missingFields(profile: UserInfo): RequiredField[] {
  const values = valuesOf(profile);
  const requiredFields = profile.isEnterprise ? requiredForEnterprise : requiredForPerson;
  return requiredFields.filter((field) => values[field] === '');
}

export type TaxCodeHint = 'none' | 'ok' | 'check' | 'invalid';

/** The hint shown while a tax code is typed. No hint while the code may still be incomplete. */
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
