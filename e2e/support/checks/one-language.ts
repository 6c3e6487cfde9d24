import { foreignTexts } from '../texts.ts';

const foreign = { vi: foreignTexts('vi'), en: foreignTexts('en') };

/**
 * Returns the texts that are not in the page's language, except those in an element with its own `lang`. Texts with
 * values or markup are not checked.
 */
export function findForeignTexts({ lang, texts }: ReturnType<typeof readTexts>): string[] {
  return texts.filter((text) => foreign[lang.startsWith('en') ? 'en' : 'vi'].has(text));
}

/** Returns the page's language and the texts it shows. Runs in the page. */
export function readTexts() {
  const found = [document.title.split(' · ')[0] ?? ''];
  const add = (element: Element | null, text: string | null): void => {
    if (element?.closest('[lang]')?.localName === 'html') found.push(text?.trim() ?? '');
  };
  // The words of a title may be in several elements.
  for (const element of document.querySelectorAll('h1, h2, h3')) add(element, element.textContent);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) add(walker.currentNode.parentElement, walker.currentNode.textContent);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name));
  return { lang: document.documentElement.lang, texts: found };
}
