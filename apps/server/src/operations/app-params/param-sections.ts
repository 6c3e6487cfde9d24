import { paramSchemas, type ParamName, type ParamValues } from '@vid/contract/endpoints/admin/params';
import { paramChanges } from '@vid/contract/params/sections';
import { Value } from 'typebox/value';
import type { AppParams } from './built-in-params.ts';

/** The parameters that pages load, and the message texts and the ZNS template, which pages do not load. */
export type Known = { readonly app: AppParams } & Pick<ParamValues, 'messages' | 'zns'>;

export const withoutMessages: Omit<Known, 'app'> = { messages: [], zns: { template: null, parameters: [] } };

export function sectionsOf({ app, messages, zns }: Known): ParamValues {
  const { configurations, categories, imageUrls } = app;
  return {
    messages,
    zns,
    brand: {
      name: configurations.associationName,
      shortName: configurations.associationShortName,
      logo: imageUrls.logo,
      colours: configurations.colours,
    },
    contact: {
      phone: configurations.supportPhone,
      email: configurations.supportEmail,
      address: configurations.supportAddress,
    },
    slides: configurations.slides.map(({ title, text }, index) => ({
      title,
      text,
      image: imageUrls.slides[index] || null,
    })),
    provinces: categories.provinces.map(({ isDisabled = false, ...province }) => ({
      ...province,
      isDisabled,
    })),
    objects: categories.objects.map(({ code, name, isDisabled = false }) => ({ code, name, isDisabled })),
  };
}

/** Returns the parameters with the value of a section; undefined if the value does not match the contract. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the value's type follows from the name
export function withSection<K extends ParamName>(known: Known, name: K, value: unknown): Known | undefined {
  if (!isValueOf(name, value)) return undefined;
  if (name === 'messages' || name === 'zns') return { ...known, [name]: value };
  return { ...known, app: paramChanges[name](known.app, value) };
}

function isValueOf<K extends ParamName>(name: K, value: unknown): value is ParamValues[K] {
  return Value.Check(paramSchemas[name], value);
}
