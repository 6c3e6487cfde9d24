import * as v from 'valibot';
import type { Answer } from '#shared/api/request-types.ts';
import { list, text } from './schemas.ts';
import { createPersistedSlice } from './persisted-slice.ts';

export type AppParams = Answer<'GET /vid/gateway/app/params'>;
export type LocalisedText = AppParams['configurations']['associationName'];
export type CategoryState = { [K in keyof AppParams]: AppParams[K] | null };

const initial: CategoryState = { categories: null, configurations: null, imageUrls: null };

const localisedText = v.strictObject({ vi: text, en: text });
const namedList = list(v.strictObject({ code: text, name: localisedText }));

const categories = v.strictObject({ provinces: namedList, objects: namedList });
const configurations = v.strictObject({
  associationName: localisedText,
  supportPhone: v.nullable(text),
  supportEmail: v.nullable(text),
  termsVersion: text,
  strictPrivacy: v.boolean(),
  slides: list(v.strictObject({ title: localisedText, text: localisedText })),
});
const imageUrls = v.strictObject({ logo: v.nullable(text), slides: list(text) });

const appParams = v.object({ categories, configurations, imageUrls });

/** Validates application parameters, whose source may be of another version than this page. */
export function isAppParams(value: unknown): value is AppParams {
  return v.is(appParams, value);
}

export const useCategory = createPersistedSlice(initial, {
  name: 'category',
  version: 1,
  kept: {
    categories: v.nullable(categories),
    configurations: v.nullable(configurations),
    imageUrls: v.nullable(imageUrls),
  },
});

export const categoryEvents = {
  paramsLoaded({ categories, configurations, imageUrls }: AppParams): void {
    useCategory.setState({ categories, configurations, imageUrls });
  },
};
