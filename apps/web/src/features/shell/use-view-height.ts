import { useEffect } from 'react';
import { layoutEvents } from '#state/layout.ts';

const debounceMs = 200;

/** Keeps the height of the window in the layout slice: at once when the shell is shown, then when it has settled. */
export function useViewHeight(): void {
  // The window is the browser's.
  useEffect(() => {
    const measure = () => layoutEvents.viewHeightChanged(innerHeight);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resized = () => {
      clearTimeout(timer);
      timer = setTimeout(measure, debounceMs);
    };
    measure();
    addEventListener('resize', resized);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', resized);
    };
  }, []);
}
