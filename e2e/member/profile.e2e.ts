import { expect, type Page } from '@playwright/test';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { enterCode, forgetSession, signUp, type Person } from '../support/journey.ts';
import { linkFor } from '../support/people/outbox.ts';
import { newPhone } from '../support/people/phones.ts';
import { codeField, expectTitle, title } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

/** Widths to audit. The page keeps the last width. */
const widths = [768, 1440, 360];

/** Signs up a broker whose e-mail address waits for confirmation, and returns the address. */
async function signUpBroker(page: Page): Promise<string> {
  const person = await signUp(page);
  const email = `moi-gioi${person.e164.slice(1)}@example.vn`;
  const profile = { name: 'Nguyễn Thị Ánh Nguyệt', object: 'broker', province: '01', email };
  await store(page, 'PATCH', 'api/users/profile', profile);
  return email;
}

async function drawPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 900);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#0a6e5a';
    context.fillRect(0, 0, 600, 900);
    context.fillStyle = '#f2c14e';
    context.fillRect(150, 250, 300, 300);
    const bytes = await (await canvas.convertToBlob({ type: 'image/png' })).bytes();
    return btoa(String.fromCharCode(...bytes));
  });
  return Buffer.from(base64, 'base64');
}

test('lets a broker confirm the e-mail address and declare a certificate', async ({ page }) => {
  const email = await signUpBroker(page);
  await openIn(page, '/user/information', 'vi');
  await expect(page.getByText(t('profile.email.waiting'), { exact: true })).toBeVisible();
  await auditThemes(page, 'profile address waits');

  await openIn(page, await linkFor(page.request, email, 'email-confirmation'), 'vi');
  await auditThemes(page, 'confirm email');
  await page.getByRole('button', { name: t('profile.confirmEmail.action') }).click();
  await expect(title(page)).toHaveText(t('profile.confirmEmail.done'));
  await page.getByRole('link', { name: t('profile.link.account') }).click();
  await expect(page.getByText(t('profile.email.confirmed'), { exact: true })).toBeVisible();

  await page.getByRole('button', { name: t('profile.avatar.change') }).click();
  const dialog = page.getByRole('dialog', { name: t('profile.avatar.title') });
  const picture = { name: 'anh.png', mimeType: 'image/png', buffer: await drawPicture(page) };
  await dialog.locator('input[type=file]').setInputFiles(picture);
  await dialog.getByRole('slider', { name: t('profile.avatar.zoom') }).press('ArrowRight');
  await dialog.getByRole('application', { name: t('profile.avatar.position') }).press('ArrowDown');
  await auditThemes(page, 'profile crop');
  await dialog.getByRole('button', { name: t('profile.avatar.save') }).click();
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('main').locator('img[src*="/vid/api/avatars/"]');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512);

  const card = page.getByRole('region', { name: t('profile.certificate.title') });
  await card.getByRole('button', { name: t('profile.certificate.declare') }).click();
  await card.getByRole('button', { name: t('profile.certificate.save') }).click();
  // The number, the province and the three fields of the day are missing.
  await expect(card.locator('[aria-invalid=true]')).toHaveCount(5);
  await auditThemes(page, 'certificate refused');
  await card.getByLabel(t('profile.certificate.number')).fill('HN-01234');
  await card.getByLabel(t('profile.certificate.province')).selectOption('01');
  const issuedOn = card.getByRole('group', { name: t('profile.certificate.issuedOn') });
  for (const [part, value] of [
    ['day', '15'],
    ['month', '1'],
    ['year', '2026'],
  ] as const)
    await issuedOn.getByLabel(t(`account.day.${part}`), { exact: true }).fill(value);
  await card.getByRole('combobox', { name: t('profile.certificate.employer') }).fill('Sàn Nhà Xinh');
  await expect(page.getByText(t('profile.certificate.employer.none'))).toBeVisible();
  await auditThemes(page, 'workplace search');
  await page.keyboard.press('Tab');
  await card.getByRole('button', { name: t('profile.certificate.save') }).click();
  await expect(card.getByText(t('profile.certificate.declared'), { exact: true })).toBeVisible();
  await expect(card.getByText(t('profile.certificate.forever'))).toBeVisible();
  await expect(card.getByText('Sàn Nhà Xinh')).toBeVisible();
  await auditWidths(page, 'certificate declared', widths);

  await card.getByRole('button', { name: t('profile.certificate.remove') }).click();
  const question = page.getByRole('dialog', { name: t('profile.certificate.remove.title') });
  await auditThemes(page, 'certificate remove');
  await question.getByRole('button', { name: t('profile.certificate.remove') }).click();
  await expect(card.getByRole('button', { name: t('profile.certificate.declare') })).toBeFocused();
});

test('the digits of codes are as tall as capitals', async ({ page }) => {
  await page.goto('/vid/web/signin');
  const [digit, capital] = await page.evaluate(async () => {
    const fonts = ['100px "VID Digits"', '100px "Be Vietnam Pro"'] as const;
    await Promise.all(fonts.map((font) => document.fonts.load(font, '7H')));
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    return fonts.map((font, index) => {
      if (!context) throw new Error('no canvas');
      context.font = font;
      return context.measureText(index === 0 ? '7' : 'H').actualBoundingBoxAscent;
    });
  });
  expect(capital).toBeGreaterThan(70);
  expect(digit).toBeCloseTo(capital ?? 0, 0);
});

test('lets a member change the phone number and undo the change', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  const phone = newPhone();
  await signInByCode(page, person);
  await openIn(page, '/user/information', 'vi');
  await page.getByRole('link', { name: t('profile.phone.change') }).click();
  await expect(title(page)).toHaveText(t('profile.phone.change'));
  await page.getByLabel(t('profile.phone.new')).fill(phone.typed);
  await auditWidths(page, 'phone number', widths);
  await page.getByRole('button', { name: t('profile.phone.send') }).click();
  await codeField(page).waitFor();
  await page.reload();
  await enterCode(page, phone.e164);
  // The session began with a code, so the server asks for the password.
  const dialog = page.getByRole('dialog', { name: t('confirm.title') });
  await dialog.getByLabel(t('common.password'), { exact: true }).fill(person.password);
  await auditThemes(page, 'phone password');
  await dialog.getByRole('button', { name: t('confirm.submit') }).click();
  await expect(page.getByRole('heading', { name: t('profile.phone.done') })).toBeFocused();
  await auditThemes(page, 'phone changed');
  await openIn(page, '/user/phone', 'vi');
  await expect(page.getByText(t('reset.hold.title'))).toBeVisible();
  await auditThemes(page, 'phone hold');

  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    viewport: { width: 360, height: 740 },
  });
  const owner = await context.newPage();
  await openIn(owner, await linkFor(page.request, person.e164, 'phone-replaced'), 'vi');
  await auditThemes(owner, 'undo phone change');
  await owner.getByRole('button', { name: t('reset.notMe.phone') }).click();
  await expect(title(owner)).toHaveText(t('reset.notMe.phone.done'));
  expect(new URL(owner.url()).hash).toBe('');
  await auditWidths(owner, 'undone phone change', widths);
  await owner.getByRole('link', { name: t('reset.input.title') }).click();
  await expect(owner.getByLabel(t('common.phone'))).toHaveValue(person.typed);
  await context.close();

  // The phone change has ended this session.
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
});

async function signInByCode(page: Page, person: Person): Promise<void> {
  await forgetSession(page);
  await page.goto('/vid/web/signin/otp');
  await page.getByRole('textbox', { name: t('common.phone') }).fill(person.typed);
  await page.getByRole('button', { name: t('auth.otp.submit') }).click();
  await expectTitle(page, 'otp.title');
  await enterCode(page, person.e164);
  await page.waitForURL('**/user/information');
}
