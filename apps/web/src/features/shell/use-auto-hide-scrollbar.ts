import { type RefObject, useEffect } from 'react';

const throttleMs = 64;
const hideAfterMs = 1000;

/**
 * The browser's own scrollbar, seen while its area scrolls and a second after: the area carries
 * `data-scrolling`, the style sheet does the rest.
 */
export function useAutoHideScrollbar(area: RefObject<HTMLElement | null>): void {
  // Scrolling is the browser's; nothing of it is worth a render.
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let seenAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      const now = performance.now();
      if (now - seenAt < throttleMs) return;
      seenAt = now;
      element.dataset['scrolling'] = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete element.dataset['scrolling'], hideAfterMs);
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', scrolled);
    };
  }, [area]);
}
