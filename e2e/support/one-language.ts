import { expect, type Page } from '@playwright/test';
import { foreignTexts } from './texts.ts';

const foreign = { vi: foreignTexts('vi'), en: foreignTexts('en') };

/**
 * Fails if the web app shows text in a language other than the page's, except in an element with its own `lang`. Texts
 * with values or markup are not checked.
 */
export async function expectOneLanguage(page: Page, where: string): Promise<void> {
  const findForeign = async (): Promise<string[]> => {
    const { lang, shown } = await page.evaluate(readTexts);
    return shown.filter((text) => foreign[lang.startsWith('en') ? 'en' : 'vi'].has(text));
  };
  // The document's language changes a moment before its texts.
  await expect.poll(findForeign, { message: `${where}: texts of another language` }).toEqual([]);
}

/** Returns the texts that the page shows. Runs in the page. */
function readTexts() {
  const found = [document.title.split(' · ')[0] ?? ''];
  const add = (element: Element | null, text: string | null): void => {
    if (element?.closest('[lang]')?.localName === 'html') found.push(text?.trim() ?? '');
  };
  // A title may spread its words over several elements.
  for (const element of document.querySelectorAll('h1, h2, h3')) add(element, element.textContent);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) add(texts.currentNode.parentElement, texts.currentNode.textContent);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name));
  return { lang: document.documentElement.lang, shown: found };
}
