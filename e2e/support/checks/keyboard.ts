import { expect } from '@playwright/test';
import type { AnyLocator, AnyPage } from '../any-page.ts';
import { retry } from '../retry.ts';

const mark = 'data-has-focus';
/**
 * Suffix of descriptions by `markFocus`, which repeats the text because a function in the page cannot use constants.
 */
const outOfView = 'is out of view';

/**
 * Presses Tab, or `key`, until the target has the focus, at most `maxPresses` times. Every element that gets the focus,
 * including the target, must be visible and have a focus indicator.
 */
export async function tabTo(page: AnyPage, target: AnyLocator, maxPresses = 20, key = 'Tab'): Promise<void> {
  await retry(() => target.waitFor());
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press(key);
    await expect.poll(() => focusByTab(page, key)).toBe('visible');
    if (await hasMark(target)) return;
  }
  throw new Error(`${key} does not reach ${target.toString()} in ${maxPresses} presses`);
}

/**
 * Returns a description of the focus. Content that loads above the focused element can move the element out of view,
 * and WebKit does not scroll back. In that case, moves the focus away and back, as a user would.
 */
async function focusByTab(page: AnyPage, key: string): Promise<string> {
  const read = async (): Promise<string> => String(await page.evaluate(markFocus));
  const focus = await read();
  if (key !== 'Tab' || !focus.endsWith(outOfView)) return focus;
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  return read();
}

export async function expectFocus(page: AnyPage, target: AnyLocator): Promise<void> {
  const hasFocus = async (): Promise<unknown> => {
    const focus = await page.evaluate(markFocus);
    return (await hasMark(target)) ? 'on the target' : focus;
  };
  await expect.poll(hasFocus, { message: `the focus of ${target.toString()}` }).toBe('on the target');
}

/** Presses `/` until the search field has the focus, because the field appears before its shortcut works. */
export async function focusSearch(page: AnyPage): Promise<void> {
  const press = async (): Promise<unknown> => {
    await page.keyboard.type('/');
    return page.evaluate(() => document.activeElement?.getAttribute('type'));
  };
  await page.getByRole('searchbox').waitFor();
  await expect.poll(press, { message: 'the focus of the search field' }).toBe('search');
}

/**
 * Returns whether the element is marked. Retries, because Playwright fails while a closing dialog has an element with
 * the same name. The time limit is below that of `expect.poll`, so that the error for a lasting duplicate names both
 * elements.
 */
async function hasMark(target: AnyLocator): Promise<boolean> {
  return (await retry(() => target.getAttribute(mark), 30_000)) !== null;
}

/** Marks and describes the element that has the focus. Runs in the page. */
function markFocus(): string {
  for (const marked of document.querySelectorAll('[data-has-focus]'))
    marked.removeAttribute('data-has-focus');
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  focused.setAttribute('data-has-focus', '');
  const label = focused.closest('label');
  const [box] = focused.getClientRects();
  if (!box || box.width === 0 || box.bottom <= 0 || box.top >= innerHeight) return describe('is out of view');
  const hit = document.elementFromPoint(box.x + box.width / 2, Math.max(0, box.y + box.height / 2));
  if (hit && !focused.contains(hit) && !hit.contains(focused) && !label?.contains(hit))
    return describe('is covered');
  const { outlineStyle, boxShadow } = getComputedStyle(focused);
  // A code field marks the box of the next digit, and a choice marks its card.
  const others = [label, ...(focused.parentElement?.children ?? [])];
  const isMarked =
    outlineStyle !== 'none' ||
    boxShadow !== 'none' ||
    others.some((other) => other && getComputedStyle(other).outlineStyle !== 'none');
  return isMarked ? 'visible' : describe('has no focus indicator');

  function describe(problem: string): string {
    return `${focused?.outerHTML.slice(0, 200)} ${problem}`;
  }
}
