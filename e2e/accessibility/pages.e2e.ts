import { expect } from '@playwright/test';
import { audit, inspectExtremes, inspectNarrow, inspectWidths, looks } from '../support/checks/audit.ts';
import { test } from '../support/test.ts';

const signedOut = [
  '/vid/web/signin',
  '/vid/web/signin/otp',
  '/vid/web/signin/qr',
  '/vid/web/forget-password',
  '/vid/web/signup/otp',
  '/vid/web/signup/oauth/confirm-phone',
  '/vid/web/error/401',
  '/vid/web/error/403',
  '/vid/web/error/403?code=REDIRECT_INVALID&ref=0123456789abcdef0123456789abcdef',
  '/vid/web/error/404',
  '/vid/web/error/500',
  '/vid/web/error/500?ref=0123456789abcdef0123456789abcdef',
  '/vid/web/error/maintain',
  '/vid/web/error/comming',
  '/vid/web/terms',
  '/vid/web/privacy',
];

/** Screens with the providers' buttons below the form. */
const withProviders = ['/vid/web/signin', '/vid/web/signin/otp', '/vid/web/signup/otp'];

for (const { lang, scheme } of looks) {
  test(`F1 signed-out screens violate no axe rule or CSP (${lang}, ${scheme})`, async ({ page }) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (
        message.text().includes('Content Security Policy') ||
        message.text().includes('Content-Security-Policy')
      )
        problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of signedOut) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
      const name = `${path.slice('/vid/web/'.length)} ${lang} ${scheme}`;
      await audit(page, name);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
      if (withProviders.includes(path))
        await expect(page.locator('.social-place').getByRole('button').first()).toBeVisible();
      await inspectWidths(page, name, [768, 1440]);
      await (lang === 'vi' ? inspectNarrow(page, name) : inspectExtremes(page, name));
    }
    expect(problems).toEqual([]);
  });
}
