import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectGoodLayout, findLayoutProblems } from './layout.ts';
import { findForeignTexts, readTexts } from './one-language.ts';
import { takeScreenshot } from './screenshots.ts';
import type { Language } from '../texts.ts';

// Every document compiles axe, so use its minified source, which is half as long.
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The looks in which every screen is audited. */
export const looks = [
  { lang: 'vi', scheme: 'light' },
  { lang: 'en', scheme: 'dark' },
] as const;
type Look = (typeof looks)[number];

/** The only rules that a theme can break. Other rules check the structure, which both themes share. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const axeRules = {
  all: {},
  colours: { runOnly: colourRules },
  structure: { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
};
type Rules = keyof typeof axeRules;

const rulesFor = ({ scheme }: Look): Rules => (scheme === 'light' ? 'all' : 'colours');

/**
 * Fails on violations that axe finds (not at 768 pixels or with the rules `none`), on texts or controls that do not
 * fit, on texts in a language other than the page's, and on an unexpected number of titles.
 */
export async function audit(
  page: Page,
  where: string,
  { titles = 1, rules = 'all' }: { titles?: number; rules?: Rules | 'none' } = {},
): Promise<void> {
  await expect
    .poll(() => readScreen(page), { message: where })
    .toEqual({ isHeld: false, titles, layoutProblems: [], foreignTexts: [] });
  // Skip axe at 768 px, where lists are cards as at 360 px, because axe takes half of these tests' time.
  if (rules !== 'none' && page.viewportSize()?.width !== 768)
    await expectNoViolations(page, where, axeRules[rules]);
  await takeScreenshot(page, where);
}

async function expectNoViolations(page: Page, where: string, rules: object): Promise<void> {
  // @axe-core/playwright would inject axe twice per run, and also report passed rules.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules });
  const run = `'axe' in window && axe.run({ exclude: (${findRepeatedRows.toString()})() }, ${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;
  const findViolations = async (): Promise<string[]> =>
    (await page.evaluate<string[] | false>(run)) || (await page.evaluate<string[]>(`${axe};${run}`));
  // Poll, because axe would report violations of a closing dialog or a loading list.
  await expect.poll(findViolations, { message: where }).toEqual([]);
}

/**
 * Returns table rows and list items that differ from an earlier sibling only in their texts. Axe would find the same in
 * each of them, and spend most of its time on long lists. Runs in the page.
 */
function findRepeatedRows(): Element[] {
  const textAttributes =
    /^(?:alt|aria-label|datetime|for|href|id|name|src|title|value|aria-controls|aria-(?:described|labelled)by)$/u;
  const describe = (element: Element): string => {
    const attributes = Array.from(element.attributes, ({ name, value }) =>
      textAttributes.test(name) ? `${name} ${value === ''}` : `${name}=${value}`,
    );
    return `${element.localName} ${attributes.join(' ')} ${element.textContent.trim() === ''}`;
  };
  const seen = new Map<Element | null, Set<string>>();
  return Array.from(document.querySelectorAll('tr, li')).filter((row) => {
    const siblings = seen.get(row.parentElement) ?? new Set();
    seen.set(row.parentElement, siblings);
    const shape = [row, ...row.querySelectorAll('*')].map(describe).join('\n');
    const isRepeated = siblings.has(shape);
    siblings.add(shape);
    return isRepeated;
  });
}

/** Audits the current screen in every look and in its extreme states. Leaves the screen in Vietnamese. */
export async function auditThemes(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  await inEveryLook(page, async (look) => {
    if (size) await page.setViewportSize(size);
    await audit(page, `${where} ${look.lang} ${look.scheme}`, { rules: rulesFor(look) });
    await inspectExtreme(page, where, look);
  });
  if (size) await page.setViewportSize(size);
}

/**
 * Audits the current screen in every look and at each width, and in its extreme states. Leaves the screen in
 * Vietnamese at the last width. Axe is slow, so it runs only twice: in the light theme at the narrowest width, and in
 * the dark theme at the widest.
 */
export async function auditWidths(
  page: Page,
  where: string,
  widths: readonly number[] = [360, 768, 1440],
): Promise<void> {
  // At 768 px, lists are cards as at 360 px, so skip that width. At 1440 px, lists are tables.
  const checked = widths.filter((width) => width !== 768);
  const audited = { light: Math.min(...checked), dark: Math.max(...checked) };
  await inEveryLook(page, async (look) => {
    const { lang, scheme } = look;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const rules = width === audited[scheme] ? 'all' : 'none';
      await audit(page, `${where} ${lang} ${scheme} ${width}`, { rules });
    }
    await inspectExtreme(page, where, look);
  });
  await page.setViewportSize({ width: widths.at(-1) ?? 360, height: 800 });
}

/**
 * Inspects an extreme state: a narrow screen in Vietnamese, or the right-to-left screen in Arabic, which shows the
 * English texts. The screen stays in Arabic until the caller switches the language.
 */
async function inspectExtreme(page: Page, where: string, { lang }: Look): Promise<void> {
  if (lang === 'vi') return inspectNarrow(page, where);
  await switchLanguage(page, 'ar');
  return inspectRightToLeft(page, where);
}

/** Inspects the layout of the current screen at 320 px, and at 360 px with text at 200 %. */
export async function inspectNarrow(page: Page, where: string): Promise<void> {
  // WCAG 2.2, 1.4.10 Reflow: a 1280 px window at 400 % zoom and a 640 px window at 200 % are 320 px wide.
  await inspectWidths(page, where, [320]);
  await inspectLargeText(page, where);
}

/**
 * Inspects the layout of the current screen at 320 px, with text at 200 % and from right to left. Restores the width
 * and the language.
 */
export async function inspectExtremes(page: Page, where: string): Promise<void> {
  const size = page.viewportSize();
  const lang = await page.evaluate(() => document.documentElement.lang);
  await inspectNarrow(page, where);
  await switchLanguage(page, 'ar');
  await inspectRightToLeft(page, where);
  await switchLanguage(page, lang.startsWith('en') ? 'en' : 'vi');
  if (size) await page.setViewportSize(size);
}

/** Shows the current screen in every look. Leaves the screen in Vietnamese. */
export async function inEveryLook(page: Page, inspect: (look: Look) => Promise<void>): Promise<void> {
  for (const look of looks) {
    await switchTheme(page, look.scheme);
    await switchLanguage(page, look.lang);
    await inspect(look);
  }
  await switchLanguage(page, 'vi');
}

/** Switches the system theme, and waits until the page follows, unless the page is blank. */
export async function switchTheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  if (page.url() === 'about:blank') return;
  await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
}

/** Switches the language as another tab would, because a dialog may cover the page's own switch. */
async function switchLanguage(page: Page, lang: Language | 'ar'): Promise<void> {
  await page.evaluate((locale) => {
    const key = 'vidPersist:sso';
    const { version, state } = JSON.parse(localStorage.getItem(key) ?? '{"version":1}');
    localStorage.setItem(key, JSON.stringify({ version, state: { ...state, currentLocale: { locale } } }));
    dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  }, lang);
  // Arabic has no texts of its own and shows the English texts.
  const shown = lang === 'ar' ? { lang: 'en', dir: 'rtl' } : { lang, dir: 'ltr' };
  await expect(page.locator(`html[lang^=${shown.lang}][dir=${shown.dir}]`)).toBeAttached();
}

export async function inspectWidths(page: Page, name: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await expectGoodLayout(page, `${name} at ${width} px`);
    await takeScreenshot(page, `at ${width} ${name}`);
  }
}

/**
 * Inspects a screen at 360 px with text at 200 % (WCAG 2.2, 1.4.4 Resize Text). The app sizes everything in rem, so a
 * doubled root size doubles all text. Leaves the text at 100 %.
 */
async function inspectLargeText(page: Page, name: string): Promise<void> {
  const setTextSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await page.setViewportSize({ width: 360, height: 740 });
  await setTextSize('200%');
  await expectGoodLayout(page, `${name} with text of 200 %`);
  await takeScreenshot(page, `large text ${name}`);
  await setTextSize('');
}

/** Inspects a screen from right to left at 360 px: everything is mirrored except digits, phones and codes. */
async function inspectRightToLeft(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await expectGoodLayout(page, `${name} from right to left`);
  await expect
    .poll(() => page.evaluate(findUnmirrored), { message: `${name} from right to left` })
    .toEqual([]);
  await takeScreenshot(page, `right to left ${name}`);
}

/** Lists elements with the wrong direction on a right-to-left page. Runs in the page. */
function findUnmirrored(): string[] {
  const problems: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const leftOf = (node: Node, index: number): number => {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    return range.getBoundingClientRect().left;
  };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || parent.closest('svg, script, style')) continue;
    // Matches several groups of digits, such as a phone, a day, a time or a code.
    for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\+?\d[\d•]*(?:[ .:/-][\d•]+)+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { top, bottom } = range.getBoundingClientRect();
      const isOneLine = bottom - top < 2 * Number.parseFloat(getComputedStyle(parent).fontSize);
      if (isOneLine && leftOf(node, index) > leftOf(node, index + text.length - 1))
        problems.push(`"${text}" runs from right to left`);
    }
    const { textAlign, direction } = getComputedStyle(parent);
    if (textAlign === 'left' && direction === 'rtl')
      problems.push(`"${node.textContent}" is aligned to the left`);
  }
  return problems;
}

type Screen = {
  readonly state: ReturnType<typeof readPage>;
  readonly language: ReturnType<typeof readTexts>;
  readonly layoutProblems: ReturnType<typeof findLayoutProblems>;
};

/** Reads the data for the checks besides axe in one call, because a call takes longer than a check. */
async function readScreen(page: Page) {
  const { state, language, layoutProblems } = await page.evaluate<Screen>(`({
    state: (${readPage.toString()})(),
    language: (${readTexts.toString()})(),
    layoutProblems: (${findLayoutProblems.toString()})(),
  })`);
  return { ...state, layoutProblems, foreignTexts: findForeignTexts(language) };
}

/** Reads the page's headings and state. Runs in the page. */
function readPage() {
  return {
    /** Whether the page is hidden because the app is about to replace it. */
    isHeld: document.documentElement.hasAttribute('data-hold'),
    // Count elements, not roles: behind a dialog, a title is hidden from the accessibility tree and has no role.
    titles: document.querySelectorAll('h1').length,
  };
}
