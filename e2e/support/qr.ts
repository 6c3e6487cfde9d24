import { expect, type Browser, type Page } from '@playwright/test';
import { test as base } from './test.ts';
import { textsIn, type Language } from './texts.ts';

export type ShownQr = { readonly path: string; readonly number: number };

const languages = { vi: 'vi-VN', en: 'en-GB' } as const;

export async function newScreen(browser: Browser, language: Language = 'vi', width = 1440): Promise<Page> {
  const context = await browser.newContext({
    locale: languages[language],
    viewport: { width, height: 800 },
  });
  return context.newPage();
}

/** `desktop` shows the code, and `page` is the phone. */
export const test = base.extend<{ desktop: Page }>({
  desktop: async ({ browser }, use) => use(await newScreen(browser)),
});

/** Does what makes the page request a code, and returns the code. A camera would read it from the screen. */
export async function shownQr(page: Page, act: () => Promise<unknown>): Promise<ShownQr> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/vid/ajax/auth/qr',
  );
  await act();
  const { data }: { data: { url: string; number: number } } = await (await answered).json();
  return { path: new URL(data.url).pathname, number: data.number };
}

/** Opens the page that shows a code. */
export function openQr(screen: Page, language: Language = 'vi'): Promise<ShownQr> {
  return shownQr(screen, () => screen.goto(`/vid/web/signin/qr?lang=${language}`));
}

/** Chooses a number on the phone and approves. */
export async function approve(phone: Page, number: number, language: Language = 'vi'): Promise<void> {
  const t = textsIn(language);
  // The radio button itself is hidden behind its card.
  await phone.getByRole('radio', { name: String(number) }).check({ force: true });
  await phone.getByRole('button', { name: t('qr.approve.submit'), exact: true }).click();
}

/** Waits until the page shows this title. */
export async function expectTitleIn(
  page: Page,
  language: Language,
  key: 'qr.title' | 'qr.approve.title' | 'qr.approved.title' | 'qr.refused.title' | 'qr.unusable.title',
): Promise<void> {
  await expect(
    page.getByRole('heading', { level: 1, name: textsIn(language)(key), exact: true }),
  ).toBeVisible();
}
