import { expect } from '@playwright/test';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { forgetSession, signUp } from '../support/journey.ts';
import { newPhone } from '../support/people/phones.ts';
import { agreeWith, confirmPhone, providerButton } from '../support/applications/providers.ts';
import { button, expectTitle, radio, text } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { serverText, t } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

test('the steps of a sign-up with a provider have no axe violation', async ({ page }) => {
  await page.goto('/vid/web/reception?code=x&state=zalo.signin.x');
  await expect(page.getByText(serverText('SOCIAL_INVALID'))).toBeVisible();
  await auditThemes(page, 'social: reception refused');
  await page.goto('/vid/web/signup/oauth/confirm-phone');
  await expectTitle(page, 'social.expired.title');
  await auditThemes(page, 'social: expired');
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Facebook', { hidesEmail: true });
  await expectTitle(page, 'social.phone.title');
  await auditThemes(page, 'social: phone');
  await confirmPhone(page, newPhone());
  await expectTitle(page, 'signUp.password.title');
  await auditThemes(page, 'social: password');
  await radio(page, 'signUp.kind.enterprise').check({ force: true });
  await auditWidths(page, 'social: business');
  await button(page, 'signUp.password.submit').click();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
  await auditThemes(page, 'social: password missing');
});

test('the page that links a provider has no axe violation', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Google');
  await confirmPhone(page, person);
  await expectTitle(page, 'social.reception.link', { provider: 'Google' });
  await auditThemes(page, 'social: link');
});

test.describe('in a built-in browser', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile Safari/537.36 Zalo android/1' });

  test('the explanation that Google refuses the browser has no axe violation', async ({ page }) => {
    await page.goto('/vid/web/signin');
    await providerButton(page, 'Google').click();
    await expect(text(page, 'social.blocked.inApp', { app: 'Zalo', provider: 'Google' })).toBeVisible();
    const copy = button(page, 'social.inApp.copy');
    await expect(copy.and(page.locator(':visible'))).toHaveCount(1);
    await auditWidths(page, 'social: blocked');
  });

  test('the pages that say where passkeys work have no axe violation', async ({ page }) => {
    await page.goto('/vid/web/signin');
    await expect(text(page, 'social.inApp.noPasskeys', { app: 'Zalo' })).toBeVisible();
    await auditWidths(page, 'passkeys elsewhere: sign-in');
    await expect(page.getByRole('link', { name: t('social.inApp.open') })).toHaveAttribute(
      'href',
      /^intent:/u,
    );
    await signUp(page);
    await page.goto('/vid/web/user/security/passkeys');
    await expect(text(page, 'social.inApp.noPasskeys', { app: 'Zalo' })).toBeVisible();
    await auditWidths(page, 'passkeys elsewhere: security', [360, 1440]);
  });
});

test('the list of linked accounts has no axe violation', async ({ page }) => {
  await signUp(page);
  await openIn(page, '/user/security/linked-accounts', 'vi');
  const card = page.getByRole('main');
  const add = card.getByRole('button', { name: t('social.reception.link', { provider: 'Zalo' }) });
  await expect(add).toBeVisible();
  await auditThemes(page, 'social: card before');
  await agreeWith(page, 'Zalo', { press: () => add.click() });
  const remove = card.getByRole('button', { name: t('social.card.removeNamed', { provider: 'Zalo' }) });
  await expect(remove).toBeVisible();
  await auditThemes(page, 'social: card linked');
  await remove.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await auditThemes(page, 'social: dialog');
});
