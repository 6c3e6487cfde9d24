/**
 * Translates the page as browsers' page translators do: replaces text nodes by nested `<font>` elements, except below
 * `translate="no"`.
 */
export function translatePage(root: Element = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (text.data.trim() === '' || parent?.closest('[translate=no], font, script, style, textarea')) continue;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    if (font.firstElementChild) font.firstElementChild.textContent = text.data;
    text.replaceWith(font);
  }
}

/** Translates the page now and after each change, until the returned function is called. */
export function keepTranslated(): () => void {
  translatePage();
  const observer = new MutationObserver(() => translatePage());
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
