import { createContext, useContext } from 'react';
import { useT } from '#shared/i18n/use-t.ts';

export type Slide = { readonly title: string; readonly text: string; readonly imageUrl?: string };

/** The slides of the application parameters, where the association has put its own; empty: the built-in ones. */
export const SlidesContext = createContext<readonly Slide[]>([]);

export function useSlides(): readonly Slide[] {
  const t = useT();
  const given = useContext(SlidesContext);
  if (given.length > 0) return given;
  return ([1, 2, 3] as const).map((index) => ({
    title: t(`auth.slides.${index}.title`),
    text: t(`auth.slides.${index}.text`),
  }));
}
