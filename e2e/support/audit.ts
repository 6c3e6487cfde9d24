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

/** The rules that another theme can break. The others read the structure, which is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const axeRules = {
  all: {},
  colours: { runOnly: colourRules },
  structure: { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
};
type Rules = keyof typeof axeRules;

/** The rules for a screen that is audited in every look at one width. */
export const rulesFor = ({ scheme }: Look): Rules => (scheme === 'light' ? 'all' : 'colours');

/**
 * Fails on any violation axe finds at 360 or 1440 pixels, on a page that scrolls sideways, on texts in two languages,
 * and on any other number of titles.
 */
export async function audit(
  page: Page,
  where: string,
  { titles = 1, rules = 'all' }: { titles?: number; rules?: Rules | 'none' } = {},
): Promise<void> {
  await expect
    .poll(() => page.evaluate(readLayout), { message: where })
    .toEqual({ isHeld: false, titles, pixelsBeyondWindow: 0 });
  await expectOneLanguage(page, where);
  // At 768 px lists are cards, as at 360 px. Axe takes half of the time of these tests.
  if (rules !== 'none' && page.viewportSize()?.width !== 768)
    await expectNoViolations(page, where, axeRules[rules]);
  await takeScreenshot(page, where);
}

async function expectNoViolations(page: Page, where: string, rules: object): Promise<void> {
  // Not through @axe-core/playwright, which injects axe twice for each run and also reports the rules that passed.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules });
  const run = `'axe' in window && axe.run(${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;
  const violations =
    (await page.evaluate<string[] | false>(run)) || (await page.evaluate<string[]>(`${axe};${run}`));
  expect(violations, where).toEqual([]);
}

/** Audits the current screen in every look. Leaves it in Vietnamese. */
export async function auditThemes(page: Page, where: string): Promise<void> {
  await inEveryLook(page, (look) =>
    audit(page, `${where} ${look.lang} ${look.scheme}`, { rules: rulesFor(look) }),
  );
}

/**
 * Audits the current screen in every look at each width, and leaves it at the last, in Vietnamese. Checking colours is
 * most of the time of an audit, so they are checked at the narrowest width in the light theme, and at the widest in the
 * dark one.
 */
export async function auditWidths(
  page: Page,
  where: string,
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  // At 1440 pixels lists are tables.
  const checked = widths.filter((width) => width !== 768);
  const [narrowest, widest] = [Math.min(...checked), Math.max(...checked)];
  await inEveryLook(page, async ({ lang, scheme }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const rules = {
        light: width === narrowest ? 'all' : width === widest ? 'structure' : 'none',
        dark: width === widest ? 'colours' : 'none',
      } as const;
      await audit(page, `${where} ${lang} ${scheme} ${width}`, { rules: rules[scheme] });
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
  await page.emulateMedia({ colorScheme: scheme });
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
  const overflow = async (): Promise<number> => (await page.evaluate(readLayout)).pixelsBeyondWindow;
  await expect.poll(overflow, { message: `${where}: pixels beyond the window` }).toBe(0);
}

/** Runs in the page. */
function readLayout() {
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    /** Whether the page is hidden because the app is about to replace it. */
    isHeld: document.documentElement.hasAttribute('data-hold'),
    /** Counted as elements: behind a dialog a title is hidden from the accessibility tree and has no role. */
    titles: document.querySelectorAll('h1').length,
    pixelsBeyondWindow: Math.max(0, scrollWidth - clientWidth),
  };
}
