import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { audit, looks, switchTheme } from '../support/checks/audit.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

const colours = {
  light: { hex: '#7a1f3d', shown: 'rgb(122, 31, 61)' },
  dark: { hex: '#e6a3b8', shown: 'rgb(230, 163, 184)' },
} as const;

// These tests run before the others, because they change the association's name, which every page shows.
for (const { lang, scheme } of looks) {
  const t = textsIn(lang);
  const { hex, shown } = colours[scheme];

  test(`lets an administrator change and restore the association’s brand (${lang}, ${scheme})`, async ({
    browser,
  }) => {
    test.slow();
    const page = await newAdministrator(browser);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openIn(page, '/admin/params', lang);
    await switchTheme(page, scheme);
    const card = page.getByRole('region', { name: t('admin.params.brand') });
    const nameIn = (language: 'vi' | 'en') =>
      card.getByRole('textbox', {
        name: t(`admin.params.in.${language}`, { label: t('admin.params.name') }),
        exact: true,
      });
    const former = await nameIn(lang).inputValue();
    await nameIn(lang).fill(`Hội Thử ${lang}`);
    await card
      .getByLabel(t('admin.params.colour.brand', { theme: t(`admin.params.theme.${scheme}`) }))
      .fill(hex);

    await card.getByRole('button', { name: t('admin.params.previewPage') }).click();
    const preview = page.getByRole('dialog', { name: t('admin.params.previewPage.title') });
    await expect(preview.getByText(`Hội Thử ${lang}`)).toBeVisible();
    await expect(preview.getByLabel(t('common.password'), { exact: true })).toBeVisible();
    await expect(preview.locator('button[type=submit]')).toHaveCSS('background-color', shown);
    // The page behind the preview also has a title.
    await audit(page, `admin params preview ${lang} ${scheme}`, { titles: 2 });
    await takeScreenshot(page, `admin-params-preview-${lang}-${scheme}`);
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(nameIn(lang)).toHaveValue(`Hội Thử ${lang}`);
    const save = card.getByRole('button', { name: t('account.save') });
    await expect(save).not.toHaveCSS('background-color', shown);
    await expect(page).toHaveTitle(new RegExp(`^${t('shell.item.params')} · ${former}$`, 'u'));

    await save.click();
    await expect(card.getByText(t('admin.params.saved'))).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('--color-brand', hex);
    const visitor = await (await browser.newContext({ colorScheme: scheme })).newPage();
    await visitor.goto(`/vid/web/signin?lang=${lang}`);
    await expect(visitor.getByText(`Hội Thử ${lang}`).first()).toBeVisible();
    await expect(visitor).toHaveTitle(`${t('auth.signIn.title')} · Hội Thử ${lang}`);
    const submit = visitor.getByRole('button', { name: t('common.signIn'), exact: true });
    await expect(submit).toHaveCSS('background-color', shown);
    await audit(page, `admin params ${lang} ${scheme}`);

    await card.getByRole('button', { name: t('admin.account.history') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.params.undo') })
      .click();
    const restoring = page.getByRole('dialog', {
      name: t('admin.params.restore.title', { section: t('admin.params.brand') }),
    });
    await expect(restoring.getByText(`Hội Thử ${lang}`)).toBeVisible();
    await audit(page, `admin params restore ${lang} ${scheme}`);
    await restoring.getByRole('button', { name: t('admin.params.restore.confirm') }).click();
    await expect(nameIn(lang)).toHaveValue(former);
    await visitor.goto(`/vid/web/signin?lang=${lang}`);
    await expect(visitor.getByText(former).first()).toBeVisible();
  });
}
