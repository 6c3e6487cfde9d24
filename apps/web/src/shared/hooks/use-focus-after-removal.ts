import { useEffect } from 'react';

/**
 * Moves the focus to the page title when the focused element is removed, such as a button that disappears after its
 * action. Otherwise the focus is lost, and screen readers announce nothing.
 */
export function useFocusAfterRemoval(): void {
  // Watches the DOM, because React does not report that the focused element was removed.
  useEffect(() => {
    let focused: EventTarget | null = null;
    let isByPointer = false;
    const isLost = () =>
      focused instanceof Element && !focused.isConnected && document.activeElement === document.body;
    const moveToTitle = () => {
      // An open dialog moves the focus itself.
      if (!isLost() || document.querySelector('[role=dialog]')) return;
      document.querySelector('h1')?.focus({ preventScroll: isByPointer });
    };
    // Wait for the next frame, because a closed dialog or a form may still move the focus.
    const observer = new MutationObserver(() => {
      if (isLost()) requestAnimationFrame(moveToTitle);
    });
    const ended = new AbortController();
    const listen = (type: 'focusin' | 'keydown' | 'pointerdown', listener: (event: Event) => void) =>
      document.addEventListener(type, listener, { capture: true, signal: ended.signal });
    listen('focusin', ({ target }) => {
      focused = target;
    });
    listen('keydown', () => {
      isByPointer = false;
    });
    listen('pointerdown', () => {
      isByPointer = true;
      // Forget the focused element, because a press outside any control intentionally removes the focus.
      focused = null;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      ended.abort();
    };
  }, []);
}
