import { useMemo } from 'react';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { useCategory } from '#state/category.ts';

type Slide = { readonly title: string; readonly text: string; readonly imageUrl?: string };

/** The association's own slides from the application parameters, or the built-in ones. */
export function useSlides(): readonly Slide[] {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const slides = useCategory((state) => state.configurations?.slides);
  const imageUrls = useCategory((state) => state.imageUrls?.slides);
  return useMemo(() => {
    if (slides === undefined || slides.length === 0) {
      return ([1, 2, 3] as const).map((index) => ({
        title: t(`auth.slides.${index}.title`),
        text: t(`auth.slides.${index}.text`),
      }));
    }
    return slides.map(({ title, text }, index) => {
      const imageUrl = safeImageUrl(imageUrls?.[index] ?? null, globalThis.location.origin);
      return { title: title[language], text: text[language], ...(imageUrl !== null && { imageUrl }) };
    });
  }, [slides, imageUrls, language, t]);
}
