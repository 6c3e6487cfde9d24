import { expect, type Page } from '@playwright/test';

/** A text with markup that runs a script where it is not escaped, with a word to tell the texts apart. */
export const hostile = (word: string) => `"><img src=x onerror=__xss=1>${word}`;
export const link = 'javascript:__xss=1';

const faults: string[] = [];

/** Records dialogs, violations of the content security policy and requests for the picture of a text. */
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
      // Trusted types are only reported.
      if (disposition === 'report') return;
      void Reflect.get(globalThis, 'reportViolation')(`violation ${violatedDirective} ${blockedURI}`);
    });
  });
  return page;
}

/** The page shows the texts as they were typed, and made no elements of them. */
export async function expectShown(page: Page, ...words: string[]): Promise<void> {
  for (const word of words)
    await expect.soft(page.locator('body'), `${page.url()} ${word}`).toContainText(hostile(word));
  await expectHarmless(page);
}

export async function expectHarmless(page: Page): Promise<void> {
  // Behind a dialog, the title has no role.
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

export async function visit(page: Page, path: string, ...words: string[]): Promise<void> {
  await page.goto(`/vid/web${path}`);
  await expectShown(page, ...words);
}
