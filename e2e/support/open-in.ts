import { expect, type Page } from '@playwright/test';
import { title } from './screen.ts';
import type { Language } from './texts.ts';

/**
 * Opens a page of the web app in a language.
 * @param path below `/vid/web`, may have a query and a fragment
 */
export async function openIn(page: Page, path: string, lang: Language): Promise<void> {
  // The stored language takes precedence over the URL.
  await page.evaluate(() => {
    if (location.protocol !== 'about:') localStorage.removeItem('vidPersist:sso');
  });
  const [address = '', fragment = ''] = path.split('#');
  const query = `${address.includes('?') ? '&' : '?'}lang=${lang}`;
  await page.goto(`/vid/web${address}${query}${fragment && `#${fragment}`}`);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
  await expect(title(page)).toBeVisible();
}

/**
 * Shows another page of the loaded app, as a link does, and waits for its title. `openIn` is slower, because it loads
 * the app.
 * @param path below `/vid/web`, of a page with a new `h1` element, because those of the current page are ignored
 */
export async function showPage(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    for (const shown of document.querySelectorAll('h1')) shown.dataset['left'] = '';
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, `/vid/web${path}`);
  await expect(page.locator('h1:not([data-left])')).toBeVisible();
}
