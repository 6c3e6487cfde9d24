import { expect, type Page } from '@playwright/test';
import { foreignTexts } from './texts.ts';

const foreign = { vi: foreignTexts('vi'), en: foreignTexts('en') };

/**
 * Fails on a text of the web app in another language than the page's, except in an element with its own `lang`. Texts
 * with values are not recognised.
 */
export async function expectOneLanguage(page: Page, where: string): Promise<void> {
  const { lang, shown } = await page.evaluate(() => {
    const isOfPage = (element: Element | null): boolean => element?.closest('[lang]')?.localName === 'html';
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (isOfPage(parentElement)) found.push(textContent?.trim() ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isOfPage(element)) found.push(element.getAttribute(name) ?? '');
    return { lang: document.documentElement.lang, shown: found };
  });
  const language = lang.startsWith('en') ? 'en' : 'vi';
  expect(
    shown.filter((text) => foreign[language].has(text)),
    `${where}: texts of another language`,
  ).toEqual([]);
}
