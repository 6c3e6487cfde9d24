import { expect, test } from '@playwright/test';
import { auditThemes } from './support/audit.ts';

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

test('F1 signed-out screens: no axe violation and no breach of the security policy', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (
      message.text().includes('Content Security Policy') ||
      message.text().includes('Content-Security-Policy')
    )
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  for (const path of signedOut) {
    await page.goto(path);
    await auditThemes(page, path.slice('/vid/web/'.length));
  }
  expect(problems).toEqual([]);
});
