import { expect, type Page } from '@playwright/test';
import { auditWidths, inEveryLook } from '../support/checks/audit.ts';
import { signIn, signUp, submitPassword } from '../support/journey.ts';
import { otherPassword } from '../support/people/phones.ts';
import { test } from '../support/test.ts';
import { serverText, textsIn, type Language } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';

test('lists another device’s sign-in and failure in the member’s history', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    userAgent: iPhone,
  });
  const other = await context.newPage();
  await other.goto('/vid/web/signin');
  await submitPassword(other, { ...person, password: otherPassword });
  await expect(other.getByRole('alert').getByText(serverText('AUTH_FAILED'))).toBeVisible();
  await signIn(other, person);
  await context.close();

  await openIn(page, '/user/security/activity', 'vi');
  await inEveryLook(page, ({ lang }) => expectHistory(page, lang));
  await auditWidths(page, 'history');
});

async function expectHistory(page: Page, lang: Language): Promise<void> {
  const t = textsIn(lang);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const device = t('account.security.device', { browser: 'Safari', system: 'iOS' });
  await expect(rows.nth(0)).toContainText(t('history.event.signed-in-password'));
  await expect(rows.nth(0)).toContainText(device);
  await expect(rows.nth(1)).toContainText(t('history.event.sign-in-failed'));
  await expect(rows.nth(2)).toContainText(t('history.event.account-created'));
}
