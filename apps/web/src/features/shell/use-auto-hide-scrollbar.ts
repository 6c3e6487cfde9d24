import { type RefObject, useEffect } from 'react';

const throttleMs = 64;
const hideAfterMs = 1000;

/**
 * Sets `data-scrolling` while the area scrolls and for one second after. The style sheet shows the scrollbar while the
 * attribute is set.
 */
export function useAutoHideScrollbar(area: RefObject<HTMLElement | null>): void {
  // Subscribes to the browser's scroll events and sets the attribute without rendering.
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let handledAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      const now = performance.now();
      if (now - handledAt < throttleMs) return;
      handledAt = now;
      element.dataset['scrolling'] = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete element.dataset['scrolling'], hideAfterMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [area]);
}
