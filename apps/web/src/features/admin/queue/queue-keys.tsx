import { useEffect, useState } from 'react';
import { isShortcut } from '#shared/lib/is-typing.ts';

const storageKey = 'vidQueueKeys';

function areOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    // The browser forbids storage, so the choice lasts only until the page is closed.
    return true;
  }
}

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // As in `areOn`.
  }
}

/** The time for the letter after `g`, which opens another page. */
const letterMs = 1500;

/**
 * Presses the control of the page that names the typed letter in `aria-keyshortcuts`. A submit button is not pressed:
 * the focus moves to the first box to tick, or else to the button. The letters can be switched off (WCAG 2.1.4), and
 * phones have none.
 */
export function useQueueKeys() {
  const [isOn, setIsOn] = useState(areOn);
  // Listens to the keys of the whole page.
  useEffect(() => {
    if (!isOn) return undefined;
    let afterG = Number.NEGATIVE_INFINITY;
    const pressed = (press: KeyboardEvent) => {
      if (!isShortcut(press) || !matchMedia('(min-width: 48rem)').matches) return;
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
  }, [isOn]);
  return {
    isOn,
    toggle: () => {
      store(!isOn);
      setIsOn(!isOn);
    },
  };
}

/** Shows the letter of a shortcut inside a control, whose name does not contain the letter. */
export function KeyHint({ letter }: { letter: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="rounded-sm border border-current px-1 text-sm leading-snug font-normal opacity-80 max-md:hidden"
    >
      {letter}
    </kbd>
  );
}
