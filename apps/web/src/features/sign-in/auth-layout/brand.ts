import { useMemo } from 'react';
import type { Slide } from './slides.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { useCategory } from '#state/category.ts';
import { safeImageUrl } from '#navigation/entry-query.ts';

/** The association's name from the application parameters, in the language that is shown. */
export function useAssociationName(): string {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const given = useCategory((state) => state.configurations?.associationName[language]);
  return given || t('common.associationName');
}

/** The association's own logo; null: the built-in mark is shown. */
export function useLogoUrl(): string | null {
  const logo = useCategory((state) => state.imageUrls?.logo ?? null);
  return logo === null ? null : safeImageUrl(logo, globalThis.location.origin);
}

/** The association's own slides from the application parameters; none: the built-in ones are shown. */
export function useSlidesOfParams(): readonly Slide[] {
  const language = textLanguageOf(useLocale());
  const slides = useCategory((state) => state.configurations?.slides);
  const imageUrls = useCategory((state) => state.imageUrls?.slides);
  return useMemo(
    () =>
      (slides ?? []).map(({ title, text }, index) => {
        const imageUrl = safeImageUrl(imageUrls?.[index] ?? null, globalThis.location.origin);
        return { title: title[language], text: text[language], ...(imageUrl !== null && { imageUrl }) };
      }),
    [slides, imageUrls, language],
  );
}
