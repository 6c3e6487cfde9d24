import { expect, test, type Browser, type Page } from '@playwright/test';
import { appCode } from '@vid/testkit/app-code';
import { audit } from './support/audit.ts';
import { enterCode, signUp, submitPassword, typeCode } from './support/journey.ts';
import { newPhone } from './support/phones.ts';
import { runVid } from './support/run.ts';
import { button } from './support/screen.ts';
import { textsIn, type Language } from './support/texts.ts';

/** Signs in a new administrator in a new browser context, and sets up the second factor. */
async function newAdministrator(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const number = newPhone();
  const output = await runVid('create-admin', number.e164);
  const password = /^Password {6}(\S+)$/mu.exec(output)?.[1] ?? '';
  await page.goto('/vid/web/signin');
  await submitPassword(page, { ...number, password });
  await page.waitForURL('**/signin/otp');
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, number.e164);
  await page.waitForURL('**/user/information');
  await page.goto('/vid/web/user/security');
  const card = page.getByRole('region', { name: textsIn('vi')('twoStep.title') });
  await card.getByRole('button', { name: textsIn('vi')('twoStep.card.setUp') }).click();
  const shown = await card.getByText(/^(?:[A-Z2-7]{4} ?){8}$/u).textContent();
  await typeCode(page, appCode((shown ?? '').replaceAll(' ', '')));
  await button(page, 'twoStep.codes.done').click();
  await expect(card.getByText(textsIn('vi')('twoStep.card.mustKeep'))).toBeVisible();
  return page;
}

async function open(page: Page, path: string, lang: Language): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('vidPersist:sso'));
  await page.goto(`/vid/web${path}?lang=${lang}`);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`, 'u'));
}

for (const lang of ['vi', 'en'] as const) {
  const t = textsIn(lang);

  test(`M4 two administrators grant a role, and a member’s menu loses an item (${lang})`, async ({
    browser,
    page: member,
  }) => {
    test.slow();
    await member.setViewportSize({ width: 1440, height: 800 });
    const person = await signUp(member);
    const { data: me } = await (await member.request.get('/vid/ajax/auth/me')).json();
    const [one, two] = [await newAdministrator(browser), await newAdministrator(browser)];

    await open(one, `/admin/accounts/${me.id}`, lang);
    const card = one.getByRole('region', { name: t('admin.account.menu'), exact: true });
    await card.getByRole('checkbox', { name: t('shell.item.inviteFriends') }).uncheck();
    await card.getByRole('button', { name: t('admin.account.menu.save') }).click();
    await expect(one.getByText(t('admin.account.menu.saved'))).toBeVisible();
    await open(member, '/user/information', lang);
    const menu = member.getByRole('navigation', { name: t('shell.navigation') });
    await expect(menu.getByRole('link', { name: t('shell.item.privacy') })).toBeVisible();
    await expect(menu.getByRole('link', { name: t('shell.item.inviteFriends') })).toHaveCount(0);

    await one.getByRole('button', { name: t('admin.account.more') }).click();
    await one.getByRole('menuitem', { name: t('admin.approval.grant-admin') }).click();
    const dialog = one.getByRole('dialog');
    await dialog.getByLabel(t('admin.reason')).fill('Ban chấp hành đã thống nhất.');
    await dialog.getByRole('button', { name: t('admin.approval.ask') }).click();
    await expect(dialog).toBeHidden();
    for (const width of [360, 768, 1440]) {
      await one.setViewportSize({ width, height: 800 });
      await audit(one, `admin desk account ${lang} ${width}`);
    }

    await open(two, '/admin', lang);
    const confirm = two.getByRole('button', {
      name: t('admin.approval.confirmNamed', { name: person.typed }),
    });
    await expect(confirm).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await two.setViewportSize({ width, height: 800 });
      await audit(two, `admin desk dashboard ${lang} ${width}`);
    }
    await confirm.click();
    await two
      .getByRole('dialog')
      .getByRole('button', { name: t('admin.approval.confirm') })
      .click();
    await expect(confirm).toHaveCount(0);
    await member.reload();
    await member.waitForURL('**/signin**');
  });
}
