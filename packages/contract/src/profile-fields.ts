import type { Words } from './messages/words.ts';

/**
 * A field of the member's profile. The API, the validation, the form, the audit log and the member's copy of the data
 * are derived from these fields.
 */
export type ProfileField = {
  /** The kind of value, which decides the field's validation and form control. */
  readonly kind: 'text' | 'email' | 'object' | 'province' | 'taxCode';
  readonly isRequired: boolean;
  readonly label: Words[string];
  readonly example: string;
  /** The value of the HTML attribute `autocomplete`, by default `off`. */
  readonly autoComplete?: string;
  /** Words that a test expects in the privacy policy instead of the field's label. */
  readonly inPrivacyPolicy?: Words[string];
};

/** The keys are the fields' names in the API. Every account has these fields. */
export const accountFields = {
  name: {
    kind: 'text',
    column: 'name',
    isOfEnterprises: false,
    isRequired: true,
    label: { vi: 'Họ và tên', en: 'Full name' },
    example: 'Nguyễn Thị Minh Anh',
    autoComplete: 'name',
    inPrivacyPolicy: { vi: 'họ tên', en: 'name' },
  },
  object: {
    kind: 'object',
    column: 'memberObject',
    isOfEnterprises: false,
    isRequired: true,
    label: { vi: 'Nhóm hội viên', en: 'Member group' },
    example: 'broker',
  },
  email: {
    kind: 'email',
    column: 'email',
    isOfEnterprises: true,
    isRequired: false,
    label: { vi: 'Email', en: 'Email' },
    example: 'minhanh@example.vn',
    autoComplete: 'email',
  },
  province: {
    kind: 'province',
    column: 'province',
    isOfEnterprises: true,
    isRequired: true,
    label: { vi: 'Tỉnh/Thành phố', en: 'Province or city' },
    example: '01',
    autoComplete: 'address-level1',
  },
} as const satisfies Readonly<
  Record<
    string,
    ProfileField & {
      /** Column in `accounts`, in camel case. */
      readonly column: string;
      /** Whether the profile form of an enterprise has this field too. */
      readonly isOfEnterprises: boolean;
    }
  >
>;

/** Additional fields of an enterprise's account, by their columns in `enterprises`. The API uses the same names. */
export const enterpriseFields = {
  name: {
    kind: 'text',
    isRequired: true,
    label: { vi: 'Tên doanh nghiệp', en: 'Business name' },
    example: 'Công ty Cổ phần Địa ốc Minh Anh',
    autoComplete: 'organization',
    inPrivacyPolicy: { vi: 'tên doanh nghiệp', en: 'its name' },
  },
  shortName: {
    kind: 'text',
    isRequired: false,
    label: { vi: 'Tên viết tắt', en: 'Short name' },
    example: 'Minh Anh Land',
  },
  taxCode: {
    kind: 'taxCode',
    isRequired: true,
    label: { vi: 'Mã số thuế', en: 'Tax code' },
    example: '0101248141',
  },
  representative: {
    kind: 'text',
    isRequired: true,
    label: { vi: 'Người đại diện', en: 'Representative' },
    example: 'Nguyễn Thị Minh Anh',
    autoComplete: 'name',
  },
} as const satisfies Readonly<Record<string, ProfileField>>;

export type AccountFieldColumn = (typeof accountFields)[keyof typeof accountFields]['column'];
export type EnterpriseFieldColumn = keyof typeof enterpriseFields;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields have no other keys than their type
export const keysOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[];

export function mapFields<T extends object, V>(
  fields: T,
  toValue: (field: T[keyof T], name: keyof T & string) => V,
): Record<keyof T & string, V> {
  const entries = keysOf(fields).map((name) => [name, toValue(fields[name], name)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `entries` has every key of `fields`
  return Object.fromEntries(entries) as Record<keyof T & string, V>;
}

export const accountFieldLabels = mapFields(accountFields, ({ label }) => label);
export const enterpriseFieldLabels = mapFields(enterpriseFields, ({ label }) => label);
export const accountFieldNames = keysOf(accountFields);
export const accountFieldColumns: readonly AccountFieldColumn[] = accountFieldNames.map(
  (name) => accountFields[name].column,
);
export const enterpriseFieldColumns: readonly EnterpriseFieldColumn[] = keysOf(enterpriseFields);

type Profile = Readonly<Record<keyof typeof accountFields, string | null>> & {
  readonly enterprise: Readonly<Record<EnterpriseFieldColumn, string | null>> | null;
};

const fieldsOfAccounts = accountFieldNames.map((name) => {
  const field: ProfileField = accountFields[name];
  const { column, isOfEnterprises } = accountFields[name];
  return {
    ...field,
    name,
    /** The field's key in the body of a change, or in the body's `enterprise`. */
    key: name,
    isInEnterprise: false,
    isOfPersons: true,
    isOfEnterprises,
    /** The field's name in the details of the audit event `profile.changed`. */
    auditName: column,
    read: (profile: Profile): string | null => profile[name],
  };
});
const fieldsOfEnterprises = enterpriseFieldColumns.map((key) => {
  const field: ProfileField = enterpriseFields[key];
  return {
    ...field,
    name: `enterprise.${key}` as const,
    key,
    isInEnterprise: true,
    isOfPersons: false,
    isOfEnterprises: true,
    auditName: `enterprise.${key}` as const,
    read: ({ enterprise }: Profile): string | null => enterprise?.[key] ?? null,
  };
});

/** All fields in the order of the form: fields of one kind of account first, the e-mail address last. */
export const profileFields = [...fieldsOfAccounts, ...fieldsOfEnterprises].toSorted(
  (a, b) => rankOf(a) - rankOf(b),
);
export type ListedField = (typeof profileFields)[number];

function rankOf({ kind, isOfPersons, isOfEnterprises }: Omit<ListedField, 'read'>): number {
  if (kind === 'email') return 2;
  return isOfPersons && isOfEnterprises ? 1 : 0;
}

/** Returns the fields that an account's owner fills in. */
export function fieldsOf({ isEnterprise }: { readonly isEnterprise: boolean }): readonly ListedField[] {
  return profileFields.filter((field) => (isEnterprise ? field.isOfEnterprises : field.isOfPersons));
}

export function missingFields(profile: Profile & { readonly isEnterprise: boolean }): readonly ListedField[] {
  return fieldsOf(profile).filter((field) => field.isRequired && !field.read(profile));
}
