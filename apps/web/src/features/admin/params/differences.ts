import type { ParamName } from '@vid/contract/endpoints/admin/params';
import { getLocale } from '#shared/i18n/i18n.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import type { Translate } from '#shared/i18n/message-types.ts';

export type Difference = {
  readonly path: string;
  readonly label: string;
  readonly former: string;
  readonly current: string;
};

type Leaves = ReadonlyMap<string, string>;

/** Returns the label of a section's value, given the parts of its path. The caller adds the language. */
export type NameField = (t: Translate, parts: readonly string[]) => string;

/**
 * Returns the differences between two values of a section. `nameField` labels the values that this module does not
 * know.
 */
export function differencesOf(
  t: Translate,
  name: ParamName,
  [before, after]: readonly [before: unknown, after: unknown],
  nameField: NameField = fieldOf,
): Difference[] {
  const [former, current] = [leavesOf(before), leavesOf(after)];
  const paths = new Set([...former.keys(), ...current.keys()]);
  return [...paths]
    .map((path) => ({ path, former: former.get(path) ?? '', current: current.get(path) ?? '' }))
    .filter((difference) => difference.former !== difference.current)
    .map((difference) => ({
      path: difference.path,
      label: labelOf(t, difference.path, { name, values: [current, former], nameField }),
      former: shownValue(t, difference.path, difference.former),
      current: shownValue(t, difference.path, difference.current),
    }));
}

/** URL prefix of uploaded images. Such a URL means nothing to an administrator. */
const uploads = '/vid/api/brand/';

/** Returns the value to show. A missing `isDisabled` counts as not disabled. */
function shownValue(t: Translate, path: string, value: string): string {
  if (value.startsWith(uploads)) return t('admin.params.image.uploaded');
  if (!path.endsWith('.isDisabled')) return value;
  return t(value === 'true' ? 'admin.audit.yes' : 'admin.audit.no');
}

/**
 * Returns the texts and flags of a value by their path; a false flag is ''. The path names an entry by its code instead
 * of its position, so that a moved entry does not count as changed.
 */
function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'boolean') return new Map([[path, value ? 'true' : '']]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, item]) => {
      if (key === 'code') return [];
      return [...leavesOf(item, path === '' ? (codeOf(item) ?? key) : `${path}.${key}`)];
    }),
  );
}

function codeOf(item: unknown): string | undefined {
  const code: unknown = typeof item === 'object' && item !== null && 'code' in item ? item.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const inBoth = { vi: 'admin.params.in.vi', en: 'admin.params.in.en' } as const;
const fields = {
  name: 'admin.params.name',
  shortName: 'admin.params.shortName',
  logo: 'admin.params.logo',
  phone: 'admin.params.phone',
  email: 'admin.params.email',
  address: 'admin.params.address',
  title: 'admin.params.slide.title',
  text: 'admin.params.slide.text',
  image: 'admin.params.slide.image',
} as const;
const colours = { brand: 'admin.params.colour.brand', hover: 'admin.params.colour.hover' } as const;
const themes = { light: 'admin.params.theme.light', dark: 'admin.params.theme.dark' } as const;

const has = <T extends object>(table: T, key: string | undefined): key is Extract<keyof T, string> =>
  key !== undefined && Object.hasOwn(table, key);

type Labelled = {
  readonly name: ParamName;
  readonly values: readonly Leaves[];
  readonly nameField: NameField;
};

function labelOf(t: Translate, changed: string, { name, values, nameField }: Labelled): string {
  const parts = changed.split('.');
  const last = parts.at(-1);
  if (name === 'provinces' || name === 'objects') {
    const [code = ''] = parts;
    const path = `${code}.name.${textLanguageOf(getLocale())}`;
    const entry = values.map((leaves) => leaves.get(path)).find(Boolean) ?? code;
    if (last === 'isDisabled') return t('admin.params.entry.disabled', { name: entry });
    if (last === 'registerUrl') return t('admin.params.province.register.of', { name: entry });
    return has(inBoth, last) ? t(inBoth[last], { label: entry }) : entry;
  }
  if (name === 'slides') {
    const [number = '', ...rest] = parts;
    const label = `${t('admin.params.slide', { number: Number(number) + 1 })}: ${fieldOf(t, rest)}`;
    return has(inBoth, last) ? t(inBoth[last], { label }) : label;
  }
  const label = nameField(t, parts);
  return has(inBoth, last) ? t(inBoth[last], { label }) : label;
}

function fieldOf(t: Translate, parts: readonly string[]): string {
  const [field, theme] = parts;
  const last = parts.at(-1);
  if (field === 'colours' && has(themes, theme) && has(colours, last))
    return t(colours[last], { theme: t(themes[theme]) });
  if (!has(fields, field)) return parts.join('.');
  return t(fields[field]);
}
