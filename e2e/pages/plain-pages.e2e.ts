import { expect, type Page } from '@playwright/test';
import { audit } from '../support/checks/audit.ts';
import { title } from '../support/screen.ts';
import { test } from '../support/test.ts';

const pages = [
  { name: 'a long address', path: `/vid/web/home?x=${'a'.repeat(5_000)}`, status: 414 },
  { name: 'large cookies', path: '/vid/web/home', headers: { 'x-large': 'a'.repeat(16_000) }, status: 431 },
  { name: 'an unknown deletion from Facebook', path: '/vid/social/facebook/deletion/abc', status: 404 },
];

const colourOf = (page: Page) =>
  page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);

for (const { name, path, status, headers } of pages) {
  test(`F1 shows an accessible page in both themes for ${name}`, async ({ page }) => {
    await page.setExtraHTTPHeaders(headers ?? {});
    for (const [colorScheme, background] of [
      ['light', 'rgb(246, 248, 245)'],
      ['dark', 'rgb(14, 23, 21)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const response = await page.goto(path);
      expect(response?.status()).toBe(status);
      await expect(title(page)).toBeVisible();
      // The page's policy allows its style by a hash.
      expect(await colourOf(page)).toBe(background);
      await audit(page, `${name} ${colorScheme}`);
    }
  });
}
