import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { builtInSlides } from '@vid/contract/built-in-slides';
import { safeImageUrl } from '#navigation/entry-query.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import hall from './pictures/hall.svg';
import plan from './pictures/plan.svg';
import town from './pictures/town.svg';
import { useCategory } from '#state/category.ts';

type Slide = {
  readonly title: string;
  readonly text: string;
  readonly picture: { readonly url: string; readonly isBuiltIn: boolean };
};

const builtIn = [hall, plan, town] as const;

function builtInPicture(index: number): Slide['picture'] {
  return { url: builtIn[index % builtIn.length] ?? hall, isBuiltIn: true };
}

function useSlides(): readonly Slide[] {
  const language = textLanguageOf(useLocale());
  const slides = useCategory((state) => state.configurations?.slides);
  const imageUrls = useCategory((state) => state.imageUrls?.slides);
  return useMemo(() => {
    const shown = slides === undefined || slides.length === 0 ? builtInSlides : slides;
    return shown.map(({ title, text }, index) => {
      const address = imageUrls?.[index] || null;
      // `location` does not exist during prerendering.
      const imageUrl = address === null ? null : safeImageUrl(address, globalThis.location.origin);
      const picture = imageUrl === null ? builtInPicture(index) : { url: imageUrl, isBuiltIn: false };
      return { title: title[language], text: text[language], picture };
    });
  }, [slides, imageUrls, language]);
}

/**
 * The association's slides in the panel next to the form. The slides never move automatically: the user scrolls the
 * list, presses a marker, or uses the arrow keys while the list has the focus.
 */
export function SlidePanel() {
  const t = useT();
  const slides = useSlides();
  const track = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);

  // Observes which slide is scrolled into view. Runs again when the language or the slides change, because React may
  // then replace the elements.
  useEffect(() => {
    const list = track.current;
    if (!list || slides.length < 2) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const index = [...list.children].indexOf(entry.target);
          if (entry.isIntersecting && index !== -1) setActive(index);
        }
      },
      { root: list, threshold: 0.6 },
    );
    for (const slide of list.children) watcher.observe(slide);
    return () => watcher.disconnect();
  }, [track, slides]);

  return (
    <aside aria-label={t('slides.label')} className="contents">
      {slides.map(({ title, picture }, index) => (
        <img
          key={title}
          src={picture.url}
          alt=""
          // The panel is hidden below 992 px, and browsers do not fetch a hidden lazy picture.
          loading="lazy"
          className={cx(
            // Chromium draws a frame around a picture that fails to load if both its width and its height are set.
            'absolute inset-x-0 top-0 max-w-full min-w-full transition-opacity duration-300',
            picture.isBuiltIn ? 'h-[calc(100%-9rem)] object-cover object-bottom' : 'h-full object-cover',
            index !== active && 'opacity-0',
            index === active && !picture.isBuiltIn && 'opacity-45',
          )}
        />
      ))}
      <div className="relative px-12 pb-12">
        <div className="mb-4 flex gap-1">
          {slides.map((slide, index) => (
            <button
              key={slide.title}
              type="button"
              aria-label={t('slides.goTo', { index: index + 1, total: slides.length })}
              aria-current={index === active || undefined}
              className="grid h-6 min-w-6 place-items-center focus-visible:outline-white"
              onClick={() =>
                track.current?.children[index]?.scrollIntoView({
                  behavior: 'smooth',
                  block: 'nearest',
                  inline: 'start',
                })
              }
            >
              <span
                className={cx(
                  'block h-1 rounded-full transition-[width,background-color] duration-200',
                  index === active ? 'w-8 bg-brass' : 'w-4 bg-white/40',
                )}
              />
            </button>
          ))}
        </div>
        <ul
          ref={track}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="flex [scroll-snap-type:x_mandatory] scroll-smooth overflow-x-auto rounded-md [scrollbar-width:none] focus-visible:outline-white"
        >
          {slides.map((slide) => (
            <li key={slide.title} className="w-full shrink-0 snap-start pe-8">
              <h2 className="text-2xl">{slide.title}</h2>
              <p className="mt-2 max-w-[36ch] text-lg text-white/90">{slide.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
