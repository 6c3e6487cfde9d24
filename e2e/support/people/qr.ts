import { type Browser, expect, type Page } from '@playwright/test';
import { button } from '../screen.ts';
import { test as base } from '../test.ts';

export type ShownQr = { readonly path: string; readonly number: number };

export async function newScreen(browser: Browser, width = 1440): Promise<Page> {
  const context = await browser.newContext({ locale: 'vi-VN', viewport: { width, height: 800 } });
  return context.newPage();
}

/** `desktop` is the screen that shows the code, and `page` is the phone. */
export const test = base.extend<{ desktop: Page }>({
  desktop: async ({ browser }, use) => use(await newScreen(browser)),
});

/**
 * Performs an action that makes the page request a QR code, and returns the code as a camera would read it from the
 * screen.
 */
export async function shownQr(page: Page, act: () => Promise<unknown>): Promise<ShownQr> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/vid/ajax/auth/qr',
  );
  await act();
  const { data }: { data: { url: string; number: number } } = await (await answered).json();
  return { path: new URL(data.url).pathname, number: data.number };
}

export function openQr(screen: Page): Promise<ShownQr> {
  return shownQr(screen, () => screen.goto('/vid/web/signin/qr'));
}

export async function approve(phone: Page, number: number): Promise<void> {
  // Click the card, because its radio button is hidden, and a forced click does not wait until the page is still.
  const radio = phone.getByRole('radio', { name: String(number) });
  await phone.locator('label').filter({ has: radio }).click();
  await expect(radio).toBeChecked();
  await button(phone, 'qr.approve.submit').click();
}
