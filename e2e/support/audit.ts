import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectOneLanguage } from './one-language.ts';
import { takeScreenshot } from './screenshots.ts';
import type { Language } from './texts.ts';

// The minified source, half as long as that of `axe-core`'s default, which every document would compile again.
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Every screen is audited in each of these. */
export const looks = [
  { lang: 'vi', scheme: 'light' },
  { lang: 'en', scheme: 'dark' },
] as const;
type Look = (typeof looks)[number];

/**
 * Fails on any violation axe finds at 360 or 1440 pixels, on a page that scrolls sideways, on texts in two languages,
 * and on any other number of titles.
 */
export async function audit(page: Page, where: string, titles = 1): Promise<void> {
  // A hidden page of the app is about to be replaced.
  await expect(page.locator('html')).not.toHaveAttribute('data-hold');
  // Located by element, because behind a dialog it is hidden from the accessibility tree and has no role.
  await expect(page.locator('h1')).toHaveCount(titles);
  await expectNoSidewaysScroll(page, where);
  await expectOneLanguage(page, where);
  // At 768 px lists are cards, as at 360 px. Axe takes a third of the time of these tests.
  if (page.viewportSize()?.width !== 768) await expectNoViolations(page, where);
  await takeScreenshot(page, where);
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  // During a transition, axe would read intermediate colours. The end of one may start another in an element inside.
  await page.waitForFunction(
    () =>
      !document
        .getAnimations()
        .some((animation) => animation instanceof CSSTransition && animation.playState === 'running'),
  );
  // Not through @axe-core/playwright, which injects axe twice for each run and also reports the rules that passed.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate<string[]>(`
    axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
  expect(violations, where).toEqual([]);
}

/** Audits the current screen in every look. Leaves it in Vietnamese. */
export async function auditThemes(page: Page, where: string): Promise<void> {
  await inEveryLook(page, ({ lang, scheme }) => audit(page, `${where} ${lang} ${scheme}`));
}

/** Audits the current screen in every look at each width, and leaves it at the last, in Vietnamese. */
export async function auditWidths(
  page: Page,
  where: string,
  // At 1440 pixels, lists are tables.
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  await inEveryLook(page, async ({ lang, scheme }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await audit(page, `${where} ${lang} ${scheme} ${width}`);
    }
  });
}

/** Shows the current screen in every look. Leaves it in Vietnamese. */
export async function inEveryLook(page: Page, inspect: (look: Look) => Promise<void>): Promise<void> {
  for (const look of looks) {
    await switchTheme(page, look.scheme);
    await switchLanguage(page, look.lang);
    await inspect(look);
  }
  await switchLanguage(page, 'vi');
}

/** Switches the theme of the system, and waits until the page follows, unless it is blank. */
export async function switchTheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (page.url() === 'about:blank') return;
  await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
}

/** Switches the language as another tab does, because behind a dialog the page's own switch cannot be pressed. */
async function switchLanguage(page: Page, lang: Language): Promise<void> {
  await page.evaluate((locale) => {
    const key = 'vidPersist:sso';
    const { version, state } = JSON.parse(localStorage.getItem(key) ?? '{"version":1}');
    localStorage.setItem(key, JSON.stringify({ version, state: { ...state, currentLocale: { locale } } }));
    dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  }, lang);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, { message: `${where}: pixels beyond the window` }).toBeLessThanOrEqual(0);
}
