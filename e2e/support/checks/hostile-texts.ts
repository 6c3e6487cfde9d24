import { expect, type Page } from '@playwright/test';
import { showPage } from '../open-in.ts';

/** Returns markup that runs a script if the page does not escape it. `word` identifies the text. */
export const hostile = (word: string) => `"><img src=x onerror=__xss=1>${word}`;
export const link = 'javascript:__xss=1';

const faults: string[] = [];

/** Records dialogs, content security policy violations, and requests for the picture of a hostile text. */
export async function watch(page: Page): Promise<Page> {
  const report = (fault: string) => faults.push(`${new URL(page.url()).pathname}: ${fault}`);
  page.on('dialog', (dialog) => {
    report(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) report(`request ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', report);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ disposition, violatedDirective, blockedURI }) => {
      // The page only reports Trusted Types violations and does not enforce them.
      if (disposition === 'report') return;
      void Reflect.get(globalThis, 'reportViolation')(`violation ${violatedDirective} ${blockedURI}`);
    });
  });
  return page;
}

/** Expects the page to show the hostile texts as typed, without elements made from them. */
export async function expectShown(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await expect.soft(page.locator('body'), `${page.url()} ${word}`).toContainText(hostile(word));
  await expectHarmless(page);
}

export async function expectHarmless(page: Page): Promise<void> {
  // Locate the title by its element: behind a dialog, the title is hidden from the accessibility tree and has no role.
  await expect(page.locator('h1').first()).toBeAttached();
  expect
    .soft(
      await page.evaluate(() => [
        Reflect.get(globalThis, '__xss'),
        document.querySelectorAll('img[src="x"], [onerror], a[href^="javascript:" i]').length,
      ]),
    )
    .toEqual([undefined, 0]);
  expect.soft(faults).toEqual([]);
}

/** The path of the app that each page shows. A page without a path has not loaded the app. */
const shown = new WeakMap<Page, string>();

/**
 * Shows a page and expects the texts on it. Loads the app only if necessary, because loading takes most of the time.
 */
export async function visit(page: Page, path: string, ...words: string[]): Promise<void> {
  const before = shown.get(page);
  if (before === undefined || isSamePage(before, path)) await page.goto(`/vid/web${path}`);
  else await showPage(page, path);
  shown.set(page, path);
  await expectShown(page, ...words);
}

/** Returns whether two paths may share the same title element, in which case a test cannot wait for another title. */
function isSamePage(first: string, second: string): boolean {
  const [from = [], to = []] = [first, second].map((path) => path.replace(/\?.*/u, '').split('/'));
  return from.length === to.length && from.slice(0, -1).join('/') === to.slice(0, -1).join('/');
}
