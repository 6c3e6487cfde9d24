import { useMemo } from 'react';
import type { Slide } from '../features/auth-layout/slides.ts';
import { textLanguageOf } from '../shared/i18n/locale.ts';
import { useLocale } from '../shared/i18n/use-t.ts';
import { useCategory } from '../state/category.ts';
import { safeImageUrl } from './entry-query.ts';

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
