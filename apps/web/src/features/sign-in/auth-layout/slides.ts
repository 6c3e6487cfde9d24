import { useMemo } from 'react';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import hall from './pictures/hall.svg';
import plan from './pictures/plan.svg';
import town from './pictures/town.svg';
import { useCategory } from '#state/category.ts';

type Slide = {
  readonly title: string;
  readonly text: string;
  /** A picture of the association covers the panel; a built-in one is drawn for it. */
  readonly picture: { readonly url: string; readonly isBuiltIn: boolean };
};

const builtIn = [hall, plan, town] as const;

function builtInPicture(index: number): Slide['picture'] {
  return { url: builtIn[index % builtIn.length] ?? hall, isBuiltIn: true };
}

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
        picture: builtInPicture(index - 1),
      }));
    }
    return slides.map(({ title, text }, index) => {
      const imageUrl = safeImageUrl(imageUrls?.[index] ?? null, globalThis.location.origin);
      const picture = imageUrl === null ? builtInPicture(index) : { url: imageUrl, isBuiltIn: false };
      return { title: title[language], text: text[language], picture };
    });
  }, [slides, imageUrls, language, t]);
}
