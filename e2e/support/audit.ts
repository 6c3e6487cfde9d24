import axe, { type AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { takeScreenshot } from './screenshots.ts';
import type { Language } from './texts.ts';

export const looks = [
  { lang: 'vi', scheme: 'light' },
  { lang: 'en', scheme: 'dark' },
] as const;

/** Fails on any violation axe finds at 360 or 1440 pixels, on a page that scrolls sideways, and on any other number of titles. */
export async function audit(page: Page, where: string, titles = 1): Promise<void> {
  // A hidden page of the app is about to be replaced.
  await expect(page.locator('html')).not.toHaveAttribute('data-hold');
  // Located by element, because behind a dialog it is hidden from the accessibility tree and has no role.
  await expect(page.locator('h1')).toHaveCount(titles);
  await expectNoSidewaysScroll(page, where);
  // At 768 px lists are cards, as at 360 px. Axe takes a third of the time of these tests.
  if (page.viewportSize()?.width !== 768) await expectNoViolations(page, where);
  await takeScreenshot(page, where);
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  // During a transition, axe would read intermediate colours. The end of one may start another in an element inside.
  await page.evaluate(async () => {
    for (;;) {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (transitions.length === 0) return;
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    }
  });
  // Not by @axe-core/playwright, which injects axe twice for each run and also reports the rules that passed.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run({ resultTypes: ["violations"], preload: false })',
  );
  expect(
    violations.map(
      ({ id, nodes }) => `${where}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}

/** Audits the page at each width, and leaves it at 1440 pixels, where lists are tables. */
export async function auditWidths(page: Page, where: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await audit(page, `${where} ${width}`);
  }
}

/**
 * Audits the current screen in Vietnamese with the light theme, then in English with the dark theme. Leaves it in
 * Vietnamese.
 */
export async function auditThemes(page: Page, where: string): Promise<void> {
  for (const { lang, scheme } of looks) {
    await switchTheme(page, scheme);
    await switchLanguage(page, lang);
    await audit(page, `${where} ${lang} ${scheme}`);
  }
  await switchLanguage(page, 'vi');
}

/** Switches the theme of the system, and waits until the page follows, unless it is blank. */
export async function switchTheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (page.url() === 'about:blank') return;
  await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
}

/** Presses the page's language switch. */
async function switchLanguage(page: Page, lang: Language): Promise<void> {
  await page.locator(`fieldset button[lang=${lang}]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${where}: pixels beyond the window` }).toBeLessThanOrEqual(0);
}
