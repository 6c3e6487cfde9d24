import { builtInSlides } from '@vid/contract/built-in-slides';
import { useMemo } from 'react';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale } from '#shared/i18n/use-t.ts';
import hall from './pictures/hall.svg';
import plan from './pictures/plan.svg';
import town from './pictures/town.svg';
import { useCategory } from '#state/category.ts';

type Slide = {
  readonly title: string;
  readonly text: string;
  /** The association's picture covers the panel; a built-in picture is drawn to fit the panel. */
  readonly picture: { readonly url: string; readonly isBuiltIn: boolean };
};

const builtIn = [hall, plan, town] as const;

function builtInPicture(index: number): Slide['picture'] {
  return { url: builtIn[index % builtIn.length] ?? hall, isBuiltIn: true };
}

/** Returns the slides from the application parameters, or the built-in slides. */
export function useSlides(): readonly Slide[] {
  const language = textLanguageOf(useLocale());
  const slides = useCategory((state) => state.configurations?.slides);
  const imageUrls = useCategory((state) => state.imageUrls?.slides);
  return useMemo(() => {
    const shown = slides === undefined || slides.length === 0 ? builtInSlides : slides;
    return shown.map(({ title, text }, index) => {
      const address = imageUrls?.[index] || null;
      // Pre-rendering has no address bar.
      const imageUrl = address === null ? null : safeImageUrl(address, globalThis.location.origin);
      const picture = imageUrl === null ? builtInPicture(index) : { url: imageUrl, isBuiltIn: false };
      return { title: title[language], text: text[language], picture };
    });
  }, [slides, imageUrls, language]);
}
