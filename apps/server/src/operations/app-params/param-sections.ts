import { paramSchemas, type ParamName, type ParamValues } from '@vid/contract/endpoints/admin/params';
import { paramChanges } from '@vid/contract/params/sections';
import { Value } from 'typebox/value';
import type { AppParams } from './built-in-params.ts';

export function sectionsOf({ configurations, categories, imageUrls }: AppParams): ParamValues {
  return {
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

/** Returns the parameters with the value of a section, or undefined if the value does not match the contract. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the value's type follows from the name
export function withSection<K extends ParamName>(
  params: AppParams,
  name: K,
  value: unknown,
): AppParams | undefined {
  return isValueOf(name, value) ? paramChanges[name](params, value) : undefined;
}

function isValueOf<K extends ParamName>(name: K, value: unknown): value is ParamValues[K] {
  return Value.Check(paramSchemas[name], value);
}
