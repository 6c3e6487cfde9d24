import { expect } from '@playwright/test';
import { audit, looks } from './support/audit.ts';
import { test } from './support/test.ts';

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

// Loaded in each look: each language has its own pre-rendered documents.
for (const { lang, scheme } of looks) {
  test(`F1 has no axe violation and no policy breach in signed-out screens (${lang}, ${scheme})`, async ({
    page,
  }) => {
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
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`);
      await audit(page, `${path.slice('/vid/web/'.length)} ${lang} ${scheme}`);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
    }
    expect(problems).toEqual([]);
  });
}
