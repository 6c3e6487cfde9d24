import { expect, type Browser, type Page } from '@playwright/test';
import { appCode } from '@vid/testkit/app-code';
import { enterCode, submitPassword, typeCode } from './journey.ts';
import { newPhone } from './phones.ts';
import { runVid } from './run.ts';
import { button } from './screen.ts';
import { textsIn, type Language } from './texts.ts';

/** Signs in a new administrator in a new browser context, and sets up the second factor. */
export async function newAdministrator(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const number = newPhone();
  const output = await runVid('create-admin', number.e164);
  const password = /^Password {6}(\S+)$/mu.exec(output)?.[1] ?? '';
  await page.goto('/vid/web/signin');
  await submitPassword(page, { ...number, password });
  await page.waitForURL('**/signin/otp');
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, number.e164);
  await page.waitForURL('**/user/information');
  await page.goto('/vid/web/user/security');
  const card = page.getByRole('region', { name: textsIn('vi')('twoStep.title') });
  await card.getByRole('button', { name: textsIn('vi')('twoStep.card.setUp') }).click();
  const shown = await card.getByText(/^(?:[A-Z2-7]{4} ?){8}$/u).textContent();
  await typeCode(page, appCode((shown ?? '').replaceAll(' ', '')));
  await button(page, 'twoStep.codes.done').click();
  await expect(card.getByText(textsIn('vi')('twoStep.card.mustKeep'))).toBeVisible();
  return page;
}

/** Opens a page of the web app in a language. */
export async function openIn(page: Page, path: string, lang: Language): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('vidPersist:sso'));
  await page.goto(`/vid/web${path}?lang=${lang}`);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
}
