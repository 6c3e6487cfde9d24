import * as v from 'valibot';
import type { Answer } from '#shared/api/request-types.ts';
import { createPersistedSlice } from './persisted-slice.ts';
import { list, text } from './schemas.ts';

export type AppParams = Answer<'GET /vid/gateway/app/params'>;
export type LocalisedText = AppParams['configurations']['associationName'];
export type CategoryState = { [K in keyof AppParams]: AppParams[K] | null };

const initial: CategoryState = { categories: null, configurations: null, imageUrls: null };

const localisedText = v.strictObject({ vi: text, en: text });
const namedList = list(v.strictObject({ code: text, name: localisedText }));

const schemas = {
  categories: v.strictObject({ provinces: namedList, objects: namedList }),
  configurations: v.strictObject({
    associationName: localisedText,
    supportPhone: v.nullable(text),
    supportEmail: v.nullable(text),
    termsVersion: text,
    strictPrivacy: v.boolean(),
    slides: list(v.strictObject({ title: localisedText, text: localisedText })),
  }),
  imageUrls: v.strictObject({ logo: v.nullable(text), slides: list(text) }),
};

const appParams = v.object(schemas);

/** Validates application parameters that a server of another version may have sent. */
export function isAppParams(value: unknown): value is AppParams {
  return v.is(appParams, value);
}

export const useCategory = createPersistedSlice(initial, {
  name: 'category',
  version: 1,
  kept: {
    categories: v.nullable(schemas.categories),
    configurations: v.nullable(schemas.configurations),
    imageUrls: v.nullable(schemas.imageUrls),
  },
});

export const categoryEvents = {
  paramsLoaded({ categories, configurations, imageUrls }: AppParams): void {
    useCategory.setState({ categories, configurations, imageUrls });
  },
};
