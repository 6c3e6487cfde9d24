import { useEffect } from 'react';
import { layoutEvents } from '#state/layout.ts';

const debounceMs = 200;

/** Stores the window height in the layout slice: on mount, then 200 ms after the last resize. */
export function useViewHeight(): void {
  // Subscribes to the browser's resize events.
  useEffect(() => {
    const measure = () => layoutEvents.viewHeightChanged(innerHeight);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, debounceMs);
    };
    measure();
    addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', onResize);
    };
  }, []);
}
