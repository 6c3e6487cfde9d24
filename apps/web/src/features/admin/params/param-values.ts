import { defaultBrandColours, type BrandColours } from '@vid/contract/brand/contrast';
import type { ParamName, ParamValues } from '@vid/contract/endpoints/admin/params';
import { inOrder } from '@vid/contract/params/restored';
import type { RawValues } from '#shared/forms/values.ts';

type InBoth = { readonly vi: string; readonly en: string };

/** Sections that one form edits. Each message text has its own form. */
export type FormSection = Exclude<ParamName, 'messages'>;

type Codec<K extends ParamName> = {
  readonly toValues: (value: ParamValues[K]) => RawValues;
  readonly toValue: (values: RawValues, saved: ParamValues[K]) => ParamValues[K];
};

const both = (name: string, text: InBoth | null): RawValues => ({
  [`${name}.vi`]: text?.vi ?? '',
  [`${name}.en`]: text?.en ?? '',
});
const textOf = (values: RawValues, name: string): string => values[name]?.trim() ?? '';
const bothOf = (values: RawValues, name: string): InBoth => ({
  vi: textOf(values, `${name}.vi`),
  en: textOf(values, `${name}.en`),
});
const orNull = (text: string): string | null => (text === '' ? null : text);

export function coloursOf(values: RawValues): BrandColours {
  const themeOf = (theme: 'light' | 'dark') => ({
    brand: values[`${theme}.brand`] ?? defaultBrandColours[theme].brand,
    hover: values[`${theme}.hover`] ?? defaultBrandColours[theme].hover,
  });
  return { light: themeOf('light'), dark: themeOf('dark') };
}

export function slideCount(values: RawValues): number {
  return Object.keys(values).filter((name) => /^\d+\.title\.vi$/.test(name)).length;
}

const sameColours = (one: BrandColours, other: BrandColours): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function parameterCount(values: RawValues): number {
  return Object.keys(values).filter((name) => /^\d+\.name$/.test(name)).length;
}

export function znsOf(values: RawValues): ParamValues['zns'] {
  return {
    template: orNull(textOf(values, 'template')),
    parameters: Array.from({ length: parameterCount(values) }, (_, index) => ({
      name: textOf(values, `${index}.name`),
      value: bothOf(values, `${index}.value`),
    })),
  };
}

export const codecs: { readonly [K in FormSection]: Codec<K> } = {
  brand: {
    toValues: ({ name, shortName, logo, colours }) => {
      const { light, dark } = colours ?? defaultBrandColours;
      return {
        ...both('name', name),
        ...both('shortName', shortName),
        logo: logo ?? '',
        'light.brand': light.brand,
        'light.hover': light.hover,
        'dark.brand': dark.brand,
        'dark.hover': dark.hover,
      };
    },
    toValue: (values) => {
      const colours = coloursOf(values);
      return {
        name: bothOf(values, 'name'),
        shortName: bothOf(values, 'shortName'),
        logo: orNull(textOf(values, 'logo')),
        colours: sameColours(colours, coloursOf({})) ? null : colours,
      };
    },
  },
  contact: {
    toValues: ({ phone, email, address }) => ({
      phone: phone ?? '',
      email: email ?? '',
      ...both('address', address),
    }),
    toValue: (values) => {
      const address = bothOf(values, 'address');
      return {
        phone: orNull(textOf(values, 'phone')),
        email: orNull(textOf(values, 'email')),
        address:
          address.vi === '' && address.en === ''
            ? null
            : { vi: address.vi || address.en, en: address.en || address.vi },
      };
    },
  },
  slides: {
    toValues: (slides) =>
      Object.assign(
        {},
        ...slides.map(({ title, text, image }, index) => ({
          ...both(`${index}.title`, title),
          ...both(`${index}.text`, text),
          [`${index}.image`]: image ?? '',
        })),
      ),
    toValue: (values) =>
      Array.from({ length: slideCount(values) }, (_, index) => ({
        title: bothOf(values, `${index}.title`),
        text: bothOf(values, `${index}.text`),
        image: orNull(textOf(values, `${index}.image`)),
      })),
  },
  provinces: {
    toValues: (provinces) => ({
      ...categoryValues(provinces),
      ...Object.fromEntries(
        provinces.map(({ code, registerUrl = '' }) => [`${code}.registerUrl`, registerUrl]),
      ),
    }),
    toValue: (values, provinces) =>
      inOrder([
        ...provinces.map(({ code }) => provinceOf(values, code, code)),
        ...addedIn(values).map((name) => provinceOf(values, name, textOf(values, `${name}.code`))),
      ]),
  },
  zns: {
    toValues: ({ template, parameters }) =>
      Object.assign(
        { template: template ?? '' },
        ...parameters.map(({ name, value }, index) => ({
          [`${index}.name`]: name,
          ...both(`${index}.value`, value),
        })),
      ),
    toValue: znsOf,
  },
  objects: {
    toValues: categoryValues,
    toValue: (values, objects) => objects.map(({ code }) => categoryOf(values, code, code)),
  },
};

/**
 * Returns the names of the entries added in the form: `added0` has fields such as `added0.code`, `added0.vi` and
 * `added0.en`.
 */
export function addedIn(values: RawValues): readonly string[] {
  return Object.keys(values).flatMap((field) => (/^added\d+\.code$/.test(field) ? [field.slice(0, -5)] : []));
}

function categoryValues(categories: ParamValues['objects']): RawValues {
  return Object.assign(
    {},
    ...categories.map(({ code, name, isDisabled }) => ({
      ...both(code, name),
      [`${code}.isDisabled`]: isDisabled ? 'on' : '',
    })),
  );
}

function provinceOf(values: RawValues, field: string, code: string): ParamValues['provinces'][number] {
  const registerUrl = textOf(values, `${field}.registerUrl`);
  return { ...categoryOf(values, field, code), ...(registerUrl !== '' && { registerUrl }) };
}

function categoryOf(values: RawValues, field: string, code: string): ParamValues['objects'][number] {
  return { code, name: bothOf(values, field), isDisabled: values[`${field}.isDisabled`] === 'on' };
}
