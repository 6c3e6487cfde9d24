import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isShortcut } from '#shared/lib/browser/is-typing.ts';

const storageKey = 'vidQueueKeys';

/** In a browser that blocks storage, the choice is kept in memory until the page is unloaded. */
let isOnWithoutStorage = true;
const listeners = new Set<() => void>();

function areOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return isOnWithoutStorage;
  }
}

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    isOnWithoutStorage = isOn;
  }
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const useAreKeysOn = () => useSyncExternalStore(subscribe, areOn);

/** Returns a control's value of `aria-keyshortcuts`; undefined without a letter or while the shortcuts are off. */
export const useShortcut = (letter: string | undefined) => (useAreKeysOn() ? letter : undefined);

/** Time, in milliseconds, within which the letter of another page must follow `g`. */
const letterMs = 1500;

/**
 * Presses the control that has the typed letter in `aria-keyshortcuts`. Does not press a submit button, but moves the
 * focus to the first unticked box, or else to the button. The shortcuts can be switched off (WCAG 2.1.4), and do
 * nothing on narrow screens.
 */
export function useQueueKeys() {
  const isOn = useAreKeysOn();
  const queryClient = useQueryClient();
  // Listens for keys on the whole page.
  useEffect(() => {
    if (!isOn) return undefined;
    let afterG = Number.NEGATIVE_INFINITY;
    const pressed = (press: KeyboardEvent) => {
      if (!isShortcut(press) || !matchMedia('(min-width: 48rem)').matches) return;
      // Ignore shortcuts while a decision is being sent, because its response opens the next case.
      if (queryClient.isMutating() > 0) return;
      const isSecond = performance.now() - afterG < letterMs;
      afterG = press.key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY;
      if (isSecond || !/^[a-z]$/u.test(press.key)) return;
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${press.key}"]`);
      if (!control) return;
      press.preventDefault();
      if (control instanceof HTMLButtonElement && control.form)
        (control.form.querySelector<HTMLElement>('[type=checkbox]:not(:checked)') ?? control).focus();
      else control.click();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [isOn, queryClient]);
  return {
    isOn,
    toggle: () => store(!isOn),
  };
}

/** Shows a shortcut's letter inside a control, outside its accessible name, while the shortcuts are on. */
export function KeyHint({ letter }: { letter: string }) {
  if (useShortcut(letter) === undefined) return null;
  return (
    <kbd
      aria-hidden="true"
      className="rounded-sm border border-current px-1 text-sm leading-snug font-normal opacity-80 max-md:hidden"
    >
      {letter}
    </kbd>
  );
}
