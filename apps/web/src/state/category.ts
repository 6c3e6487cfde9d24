import type { Answer } from '#shared/api/request-types.ts';
import { type Guard, isFlag, isRecord, isText, listOf, orNull, shape } from './guards.ts';
import { createPersistedSlice } from './persisted-slice.ts';

export type AppParams = Answer<'GET /vid/gateway/app/params'>;
export type LocalisedText = AppParams['configurations']['associationName'];
export type CategoryState = { [K in keyof AppParams]: AppParams[K] | null };

const initial: CategoryState = { categories: null, configurations: null, imageUrls: null };

const isLocalised = shape<LocalisedText>({ vi: isText, en: isText });
const isNamedList = listOf(shape<{ code: string; name: LocalisedText }>({ code: isText, name: isLocalised }));

const isCategories = shape<AppParams['categories']>({ provinces: isNamedList, objects: isNamedList });
const isConfigurations = shape<AppParams['configurations']>({
  associationName: isLocalised,
  supportPhone: orNull(isText),
  supportEmail: orNull(isText),
  termsVersion: isText,
  strictPrivacy: isFlag,
  slides: listOf(
    shape<{ title: LocalisedText; text: LocalisedText }>({ title: isLocalised, text: isLocalised }),
  ),
});
const isImageUrls = shape<AppParams['imageUrls']>({ logo: orNull(isText), slides: listOf(isText) });

/** For what the page carries as boot data; a page of another version must not break this one. */
export const isAppParams: Guard<AppParams> = (value): value is AppParams =>
  isRecord(value) &&
  isCategories(value['categories']) &&
  isConfigurations(value['configurations']) &&
  isImageUrls(value['imageUrls']);

export const useCategory = createPersistedSlice(initial, {
  name: 'category',
  version: 1,
  kept: {
    categories: orNull(isCategories),
    configurations: orNull(isConfigurations),
    imageUrls: orNull(isImageUrls),
  },
});

export const categoryEvents = {
  paramsLoaded({ categories, configurations, imageUrls }: AppParams): void {
    useCategory.setState({ categories, configurations, imageUrls });
  },
};
