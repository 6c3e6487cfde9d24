import { expect, type Page } from '@playwright/test';
import { auditThemes } from '../support/checks/audit.ts';
import { addAuthenticator } from '../support/people/authenticator.ts';
import { enterCode, forgetSession, signUp, type Person } from '../support/journey.ts';
import { codeFor } from '../support/people/outbox.ts';
import {
  button,
  expectTitle,
  menuItem,
  phoneField,
  text,
  title,
  waitForLiveForm,
} from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

const loginPath = '**/vid/ajax/auth/login/passkey';

async function signOut(page: Page, person: Person): Promise<void> {
  await button(page, 'shell.accountMenu', { name: person.typed }).click();
  await menuItem(page, 'common.signOut').click();
  await page.waitForURL('**/signin**');
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/vid/web/user/security/passkeys');
  await button(page, 'passkey.add').click();
  await expect(text(page, 'passkey.here')).toBeVisible();
}

async function signInByCode(page: Page, person: Person): Promise<void> {
  const before = await codeFor(page.request, person.e164);
  await page.goto('/vid/web/signin/otp');
  await expectTitle(page, 'auth.otp.title');
  await phoneField(page).fill(person.typed);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signin/otp/confirm');
  await enterCode(page, person.e164, before);
}

test('lets a member add, rename and sign in with a passkey', async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signUp(page);
  await openIn(page, '/user/security/passkeys', 'vi');
  await expect(page.getByText(t('passkey.offer.title'))).toBeVisible();
  await auditThemes(page, 'passkeys empty');

  await page.getByRole('button', { name: t('passkey.add') }).click();
  await expect(page.getByText(t('passkey.here'))).toBeVisible();
  expect(await device.count()).toBe(1);
  await page.getByRole('button', { name: t('passkey.rename'), exact: false }).click();
  const dialog = page.getByRole('dialog', { name: t('passkey.rename.title') });
  await auditThemes(page, 'passkey rename');
  await dialog.getByRole('textbox').fill('Điện thoại của mẹ');
  await dialog.getByRole('button', { name: t('passkey.name.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Điện thoại của mẹ')).toBeVisible();
  await auditThemes(page, 'passkeys');

  await page.getByRole('button', { name: t('passkey.add') }).click();
  await expect(page.getByText(t('passkey.alreadyHere'))).toBeVisible();
  expect(await device.count()).toBe(1);

  // Delay the touch, so that autofill does not sign in before the button is pressed.
  await device.touches(false);
  await page.getByRole('button', { name: t('shell.accountMenu', { name: person.typed }) }).click();
  await page.getByRole('menuitem', { name: t('common.signOut'), exact: true }).click();
  await page.waitForURL('**/signin**');
  await waitForLiveForm(page);
  await auditThemes(page, 'sign-in with a passkey button');
  // The simulated device never completes a request that already waits for a touch, so enable touches before the
  // button's new challenge arrives.
  await page.route(`${loginPath}/options`, async (route) => {
    await device.touches(true);
    await route.continue();
  });
  const start = Date.now();
  await page.getByRole('button', { name: t('auth.signIn.byPasskey') }).click();
  await page.waitForURL('**/user/information');
  const took = Date.now() - start;
  test.info().annotations.push({ type: 'time from the tap to the profile page', description: `${took} ms` });
  await expect(title(page)).toBeVisible();
  expect(took).toBeLessThan(15_000);
});

test('signs a member in by passkey from the autofill of the phone field', async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signUp(page);
  await addPasskey(page);
  await device.touches(false);
  await signOut(page, person);
  // Leave the sign-in page, whose autofill might sign in before the test waits for the response.
  await page.goto('/vid/health/live');
  await device.touches(true);
  const answered = page.waitForResponse(loginPath);
  await page.goto('/vid/web/signin');
  expect((await answered).status()).toBe(200);
  await page.waitForURL('**/user/information');
});

test('reports that no passkey was used on a device without one', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await waitForLiveForm(page);
  // The new device has no passkey.
  const device = await addAuthenticator(page);
  await button(page, 'auth.signIn.byPasskey').click();
  await expect(text(page, 'passkey.notDone')).toBeVisible();
  expect(await device.count()).toBe(0);
  await phoneField(page).fill(person.typed);
  await page.locator('#signin-password').fill(person.password);
  await button(page, 'common.signIn').click();
  await page.waitForURL('**/user/information');
});

test('offers no passkey again after “not now”', async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signUp(page);
  await forgetSession(page);
  await signInByCode(page, person);
  await expectTitle(page, 'passkey.offer.title');
  await auditThemes(page, 'passkey offer');
  await button(page, 'passkey.offer.later').click();
  await page.waitForURL('**/user/information');
  await signOut(page, person);
  await signInByCode(page, person);
  await page.waitForURL('**/user/information');
  expect(await device.count()).toBe(0);
});

test('adds the offered passkey with one tap', async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signUp(page);
  await forgetSession(page);
  await signInByCode(page, person);
  await expectTitle(page, 'passkey.offer.title');
  await button(page, 'passkey.add').click();
  await page.waitForURL('**/user/information');
  expect(await device.count()).toBe(1);
  await page.goto('/vid/web/user/security/passkeys');
  await expect(text(page, 'passkey.here')).toBeVisible();
  await device.touches(false);
  await signOut(page, person);
  await signInByCode(page, person);
  await page.waitForURL('**/user/information');
});

test('asks for a passkey to confirm the removal of a passkey', async ({ page }) => {
  const device = await addAuthenticator(page);
  const person = await signUp(page);
  await addPasskey(page);
  await device.touches(false);
  await signOut(page, person);
  await signInByCode(page, person);
  await page.waitForURL('**/user/information');
  await page.goto('/vid/web/user/security/passkeys');
  await page.getByRole('button', { name: t('passkey.remove'), exact: false }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('passkey.remove'), exact: true })
    .click();
  await expect(page.getByRole('dialog', { name: t('confirm.title') })).toBeVisible();
  await auditThemes(page, 'confirm with a passkey');
  await device.touches(true);
  await button(page, 'confirm.passkey').click();
  await expect(text(page, 'passkey.offer.title')).toBeVisible();
});
