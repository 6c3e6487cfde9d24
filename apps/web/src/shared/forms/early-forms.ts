/** Data attributes that the before-paint script and the app set on a form of the prerendered page. */
const liveKey = 'live';
const submittedKey = 'submitted';
const followedKey = 'followed';
/** Data attribute of the root element. Its value is the name of a pressed button. */
const pressedKey = 'pressed';

/** Forms of the prerendered page. Their values can still be read after the page has removed them. */
let earlyForms: HTMLFormElement[] = [];
let focusedName = '';

/** Remembers the forms of the prerendered page, in which the user may already be typing. */
export function keepEarlyForms(root: HTMLElement): void {
  earlyForms = [...root.querySelectorAll('form')];
  focusedName = document.activeElement?.getAttribute('name') ?? '';
}

/** Prevents a native submit of a form that is not live yet, and marks the form. Runs before paint. */
export function holdEarlySubmit(submit: Event): void {
  const form = submit.target;
  if (!(form instanceof HTMLFormElement) || form.dataset[liveKey] !== undefined) return;
  if (form.getAttribute('action')?.startsWith('/vid/web/') !== true) return;
  submit.preventDefault();
  form.dataset[submittedKey] = '';
}

/**
 * Handles a link pressed while the page's form is not live yet. Runs before paint. Holds a link pressed after the user
 * typed a phone, because the next page would not know the phone. Lets a second press through, in case the app cannot be
 * loaded. A link followed natively keeps the URL's query, which may be a sign-on request, as the app's own navigation
 * does.
 */
export function handleEarlyLink(click: MouseEvent): void {
  const form = document.querySelector<HTMLFormElement>('form[action^="/vid/web/"]:not([data-live])');
  if (!form || !(click.target instanceof Element)) return;
  const link = click.target.closest<HTMLAnchorElement>('a[href^="/vid/web/"]:not([target])');
  if (!link) return;
  const phone = form.elements.namedItem('phone');
  const isTyped = phone instanceof HTMLInputElement && phone.value !== '';
  const opensHere = !click.ctrlKey && !click.metaKey && !click.shiftKey;
  if (isTyped && opensHere && form.dataset[followedKey] === undefined) {
    click.preventDefault();
    form.dataset[followedKey] = link.href;
  } else link.search ||= location.search;
}

/**
 * Remembers the button that was pressed before its code had loaded. A later press replaces an earlier one. Runs
 * before paint.
 */
export function holdEarlyPress(click: MouseEvent): void {
  if (!(click.target instanceof Element)) return;
  const button = click.target.closest<HTMLElement>('[data-early]');
  if (!button) return;
  button.setAttribute('aria-busy', 'true');
  document.documentElement.dataset[pressedKey] = button.dataset['early'];
}

/** Returns whether the button of this name was pressed before its code had loaded, and forgets the press. */
export function takeEarlyPress(name: string): boolean {
  const { dataset } = document.documentElement;
  const isPressed = dataset[pressedKey] === name;
  if (isPressed) delete dataset[pressedKey];
  return isPressed;
}

function isField(element: Element | RadioNodeList | null): element is HTMLInputElement {
  return element instanceof HTMLInputElement;
}

function copyValues(from: HTMLFormElement, to: HTMLFormElement): void {
  for (const old of from.elements) {
    if (!isField(old) || old.name === '') continue;
    const fresh = [...to.elements].find(
      (other) =>
        isField(other) && other.name === old.name && (old.type !== 'radio' || other.value === old.value),
    );
    if (fresh === undefined || !isField(fresh)) continue;
    const isTick = old.type === 'radio' || old.type === 'checkbox';
    if (isTick ? old.checked === old.defaultChecked : old.value === old.defaultValue) continue;
    if (isTick) fresh.checked = old.checked;
    else fresh.value = old.value;
    fresh.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Restores what happened in a prerendered form before the app was running: typed values, the focus, and a held submit
 * or link. Call this function when the app's form is in the page.
 */
export function adoptEarlyForm(form: HTMLFormElement): void {
  const old = earlyForms.find(({ id }) => id === form.id);
  earlyForms = earlyForms.filter((other) => other !== old);
  form.dataset[liveKey] = '';
  if (old === undefined) return;
  if (old !== form) {
    copyValues(old, form);
    const focused = focusedName === '' ? null : form.elements.namedItem(focusedName);
    if (isField(focused) && document.activeElement === document.body) focused.focus();
  }
  const { [submittedKey]: submitted, [followedKey]: followed } = old.dataset;
  delete form.dataset[submittedKey];
  delete form.dataset[followedKey];
  // Run after this effect, because the effects of the enclosing page must first fill in or keep values.
  queueMicrotask(() => {
    if (followed !== undefined) [...document.links].find(({ href }) => href === followed)?.click();
    else if (submitted !== undefined) form.requestSubmit();
  });
}
