import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signUp } from './support/journey.ts';

const signedOut = [
  '/vid/web/signin',
  '/vid/web/signin/otp',
  '/vid/web/forget-password',
  '/vid/web/signup/otp',
  '/vid/web/error/401',
  '/vid/web/error/403',
  '/vid/web/error/404',
  '/vid/web/error/500',
  '/vid/web/error/maintain',
  '/vid/web/error/comming',
  '/vid/web/terms',
  '/vid/web/privacy',
];
const signedIn = [
  '/vid/web/user/information',
  '/vid/web/user/password',
  '/vid/web/user/security',
  '/vid/web/invite-friends',
];

async function audit(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${where}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}

for (const scheme of ['light', 'dark'] as const) {
  for (const lang of ['vi', 'en'] as const) {
    test(`axe finds nothing on the signed-out screens (${lang}, ${scheme}), and no page breaks its policy (F1)`, async ({
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
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const path of signedOut) {
        await page.goto(`${path}?lang=${lang}`);
        await audit(page, path);
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
      }
      expect(problems).toEqual([]);
    });
  }

  test(`axe finds nothing on the screens of a member (${scheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await signUp(page);
    await audit(page, '/signup/success');
    for (const path of signedIn) {
      await page.goto(path);
      await audit(page, path);
    }
  });
}

test('no screen scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of signedOut) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
