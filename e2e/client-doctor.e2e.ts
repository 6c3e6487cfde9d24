import { expect, test } from '@playwright/test';
import { openIn } from './support/administrator.ts';
import { startApplicationSite, type ApplicationSite } from './support/applications.ts';
import { audit, looks, switchTheme } from './support/audit.ts';
import { openSection, signUpManager } from './support/managed-application.ts';
import { addressesAt, authorize } from './support/relying-application.ts';
import { textsIn } from './support/texts.ts';

let site: ApplicationSite;
test.beforeAll(async () => {
  site = await startApplicationSite();
});
test.afterAll(() => site.close());

for (const { lang, scheme } of looks) {
  const t = textsIn(lang);

  test(`a manager sees why a sign-on failed, while the page is open (${lang}, ${scheme})`, async ({
    context,
    page,
  }) => {
    test.slow();
    const [app] = await signUpManager(page, { ...addressesAt(site), access: 'open' });
    if (!app) throw new Error('the manager has no application');
    await page.setViewportSize({ width: 1440, height: 800 });
    await switchTheme(page, scheme);
    await openIn(page, `/apps/${app.id}`, lang);
    await openSection(page, 'clients', app, lang);
    await page.getByRole('link', { name: `${app.code}-web` }).click();
    await page.getByRole('link', { name: t('apps.doctor.open') }).click();
    await expect(page.getByText(t('apps.doctor.none'), { exact: true })).toBeVisible();
    await audit(page, `doctor empty ${lang} ${scheme}`);

    const wrong = `${site.origin}/callback/`;
    const other = await context.newPage();
    await other.goto(authorize(site, app.code, { redirect_uri: wrong }));
    const newest = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('group') })
      .first();
    await expect(newest.getByText(t('apps.doctor.outcome.failed'), { exact: true })).toBeVisible();
    await expect(newest.getByText(wrong, { exact: true })).toBeVisible();
    await expect(newest.getByText(`${site.origin}/callback`, { exact: true })).toBeVisible();
    await expect(newest.getByText(t('apps.doctor.difference.slash'))).toBeVisible();

    await other.goto(authorize(site, app.code));
    await other.waitForURL(`${site.origin}/callback**`);
    await expect(newest.getByText(t('apps.doctor.outcome.open'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('apps.doctor.checks.run') }).click();
    await expect(page.getByText(t('apps.doctor.check.active'))).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await audit(page, `doctor ${lang} ${scheme} ${width}`);
    }
  });
}
