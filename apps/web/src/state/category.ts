import * as v from 'valibot';
import type { Answer } from '#shared/api/request-types.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';
import { boundedList, boundedText } from './persistence/schemas.ts';

export type AppParams = Answer<'GET /vid/gateway/app/params'>;
export type CategoryState = { [K in keyof AppParams]: AppParams[K] | null };

const initial: CategoryState = { categories: null, configurations: null, imageUrls: null };

const localisedText = v.strictObject({ vi: boundedText, en: boundedText });
// The schema of a category is not strict, because a disabled category also has `isDisabled`.
const categoryList = boundedList(v.object({ code: boundedText, name: localisedText }));

const schemas = {
  categories: v.strictObject({ provinces: categoryList, objects: categoryList }),
  configurations: v.strictObject({
    associationName: localisedText,
    associationShortName: localisedText,
    // The server writes the colours into the page. Only the editor of the parameters reads them here.
    colours: v.any(),
    supportAddress: v.nullable(localisedText),
    supportPhone: v.nullable(boundedText),
    supportEmail: v.nullable(boundedText),
    termsVersion: boundedText,
    strictPrivacy: v.boolean(),
    slides: boundedList(v.strictObject({ title: localisedText, text: localisedText })),
  }),
  imageUrls: v.strictObject({ logo: v.nullable(boundedText), slides: boundedList(boundedText) }),
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
