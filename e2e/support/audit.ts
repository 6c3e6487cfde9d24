import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { picture } from './pictures.ts';

export const looks = [
  { lang: 'vi', scheme: 'light' },
  { lang: 'en', scheme: 'dark' },
] as const;

/** Fails on whatever axe finds, and on a page that is wider than its window. */
export async function audit(page: Page, where: string): Promise<void> {
  // By name of the element: behind a dialog it has no role.
  await expect(page.locator('h1')).toHaveCount(1);
  await expectNoSidewaysScroll(page, where);
  // The other mode joins the findings of frames in a page of its own; VID has no frames, and it takes twice the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${where}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
  await picture(page, where);
}

/** The same state of a screen in Vietnamese and light, then in English and dark; it is left as it was found. */
export async function auditLooks(page: Page, where: string): Promise<void> {
  for (const { lang, scheme } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await speak(page, lang);
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
    await audit(page, `${where} ${lang} ${scheme}`);
  }
  await speak(page, 'vi');
}

/** Changes the language by the switch of the page. */
async function speak(page: Page, lang: 'vi' | 'en'): Promise<void> {
  await page.locator(`fieldset button[lang=${lang}]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where}: pixels beyond the window`).toBeLessThanOrEqual(0);
}
