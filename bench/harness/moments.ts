import type { Page } from 'playwright-core';

declare global {
  var shownMoments: Record<string, number>;
}

/**
 * A moment is reached when the first visible match of `selector` contains `text`, and `without` has no
 * visible match.
 */
export type Moment = { readonly selector: string; readonly text?: string; readonly without?: string };

/**
 * Makes every document of a page record when each moment is first reached. Checks in each animation frame, because the
 * first frame that contains an element is the earliest that can paint it.
 */
export async function watchMoments(page: Page, moments: Readonly<Record<string, Moment>>): Promise<void> {
  await page.addInitScript((watched) => {
    globalThis.shownMoments = {};
    const { shownMoments } = globalThis;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has only this function's scope
    const paintedText = (selector: string): string | undefined =>
      [...document.querySelectorAll(selector)].find((element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )?.textContent;
    const check = (): void => {
      for (const [name, { selector, text, without }] of Object.entries(watched)) {
        if (name in shownMoments || paintedText(selector)?.includes(text ?? '') !== true) continue;
        if (without === undefined || paintedText(without) === undefined)
          shownMoments[name] = performance.timeOrigin + performance.now();
      }
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  }, moments);
}

/** Waits until the moment is reached, and returns its time in epoch milliseconds. */
export async function whenReached(page: Page, name: string, timeoutMs = 60_000): Promise<number> {
  const reached = await page.waitForFunction((moment) => globalThis.shownMoments[moment], name, {
    timeout: timeoutMs,
  });
  return Number(await reached.jsonValue());
}
