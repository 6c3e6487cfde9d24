import type * as testingLibrary from '@testing-library/dom';

declare global {
  var TestingLibraryDom: typeof testingLibrary | undefined;
}

export type Target =
  | { by: 'role'; role: string; name?: string; exact?: boolean; level?: number }
  | { by: 'label'; text: string; exact?: boolean }
  | { by: 'text'; text: string }
  | { by: 'selector'; selector: string };

export type Found = {
  /** The middle of the element in the viewport, or of its label if the element is hidden. */
  x: number;
  y: number;
  isOnTop: boolean;
  isChecked: boolean;
  isFocused: boolean;
  attributes: Readonly<Record<string, string>>;
};

/**
 * Returns the matching visible elements; `unprepared` if Testing Library, which finds roles and names, is not loaded.
 * Runs in the page, so it may use only its argument.
 */
export function findInPage(target: Target): Found[] | 'unprepared' {
  const library = globalThis.TestingLibraryDom;
  if (!library) return 'unprepared';
  const search = (): Element[] => {
    const { body } = document;
    if (target.by === 'selector') return [...document.querySelectorAll(target.selector)];
    if (target.by === 'label') {
      return library.queryAllByLabelText(body, target.text, { exact: target.exact ?? false });
    }
    if (target.by === 'text') return library.queryAllByText(body, target.text, { exact: false });
    const { role, name = '', exact = false, level } = target;
    // Ignore spaces, because Testing Library drops them between the elements of a name.
    const wanted = name.replaceAll(/\s/gu, '');
    return library.queryAllByRole(body, role, {
      name: (actual) => {
        const shown = actual.replaceAll(/\s/gu, '');
        return exact ? shown === wanted : shown.toLowerCase().includes(wanted.toLowerCase());
      },
      ...(level === undefined ? {} : { level }),
    });
  };
  return search()
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => {
      const field = element instanceof HTMLInputElement ? element : undefined;
      const labels = [...(field?.labels ?? [])];
      // A choice card hides its control, so users click the card.
      const shown = element.getBoundingClientRect().width > 1 ? element : (labels[0] ?? element);
      const { top, bottom } = shown.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) shown.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = shown.getBoundingClientRect();
      const middle = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
      const hit = document.elementFromPoint(middle.x, middle.y);
      return {
        ...middle,
        isOnTop: hit !== null && [element, ...labels].some((part) => part.contains(hit)),
        isChecked: field?.checked ?? element.getAttribute('aria-checked') === 'true',
        isFocused: document.activeElement === element,
        attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
      };
    });
}

/** Selects the content of the focused `input`, so that typing replaces it. Runs in the page. */
export function selectFocused(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement) activeElement.select();
}

/** Records the next click anywhere in the page. Runs in the page. */
export function awaitClick(): void {
  Reflect.set(globalThis, 'vidAwaitsClick', true);
  addEventListener('click', () => Reflect.set(globalThis, 'vidAwaitsClick', false), {
    capture: true,
    once: true,
  });
}

/** Returns whether the page has had no click since `awaitClick`. Runs in the page. */
export function isClickAwaited(): boolean {
  return Reflect.get(globalThis, 'vidAwaitsClick') === true;
}
