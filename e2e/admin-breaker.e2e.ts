import { expect, test } from '@playwright/test';
import { newAdministrator } from './support/administrator.ts';
import { openIn } from './support/open-in.ts';
import { audit, looks, switchTheme } from './support/audit.ts';
import { expectHarmless, hostile } from './support/hostile-texts.ts';
import { signUp } from './support/journey.ts';
import { textsIn } from './support/texts.ts';

// Runs before the other tests: while codes are stopped, nobody can create an account.
for (const { lang, scheme } of looks) {
  const t = textsIn(lang);

  test(`O10 an administrator stops codes to strangers, and sends them again (${lang}, ${scheme})`, async ({
    browser,
    page: stranger,
  }) => {
    test.slow();
    const page = await newAdministrator(browser);
    await openIn(page, '/admin', lang);
    await switchTheme(page, scheme);
    const sms = page.getByRole('region', { name: t('admin.sms') });
    await sms.getByRole('button', { name: t('admin.sms.breaker.open') }).click();
    const dialog = page.getByRole('dialog');
    await audit(page, `admin breaker dialog ${lang} ${scheme}`);
    const reason = hostile('Nhiều số lạ xin mã');
    await dialog.getByLabel(t('admin.reason')).fill(reason);
    await dialog.getByRole('button', { name: t('admin.sms.breaker.open') }).click();
    await expect(sms.getByText(t('admin.sms.badge.open'), { exact: true })).toBeVisible();
    await expect(sms.getByText(reason)).toBeVisible();
    await expectHarmless(page);
    await audit(page, `admin breaker open ${lang} ${scheme}`);

    await sms.getByRole('button', { name: t('admin.sms.breaker.release') }).click();
    await dialog.getByLabel(t('admin.reason')).fill('Đã hết tấn công');
    await dialog.getByRole('button', { name: t('admin.sms.breaker.release') }).click();
    await expect(sms.getByText(t('admin.sms.badge.open'), { exact: true })).toHaveCount(0);
    await signUp(stranger);
  });
}
