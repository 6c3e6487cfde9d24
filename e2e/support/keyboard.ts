import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Tab until the target has the focus. Every element that gets the focus before the target must be visible and
 * have a focus indicator.
 */
export async function tabTo(page: Page, target: Locator, maxPresses = 20): Promise<void> {
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab');
    // A list that has just loaded can move the element that has the focus, and the browser scrolls it back.
    await expect.poll(() => page.evaluate(readFocus)).toBe('visible');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target.toString()} in ${maxPresses} presses`);
}

/** Describes the element that has the focus. Runs in the page. */
function readFocus(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const style = getComputedStyle(focused);
  const box = focused.getBoundingClientRect();
  const isInView = box.bottom > 0 && box.top < innerHeight && box.width > 0;
  const isMarked = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  const problem = isInView ? 'has no focus indicator' : 'is out of view';
  return isInView && isMarked ? 'visible' : `${focused.outerHTML.slice(0, 200)} ${problem}`;
}
