import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';

/** Saves a screenshot to the folder E2E_PICTURES, if set. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_PICTURES'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await expect(page.locator('h1').first()).toBeVisible();
  await page.screenshot({ path: `${folder}/${name.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`, fullPage: true });
}
