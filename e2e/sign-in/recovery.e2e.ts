import { expect, type Browser, type Page } from '@playwright/test';
import { appCode } from '@vid/testkit/http/app-code';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import {
  enterCode,
  forgetSession,
  signIn,
  signUp,
  submitPassword,
  typeCode,
  type Person,
} from '../support/journey.ts';
import { linkFor } from '../support/people/outbox.ts';
import { newPhone, otherPassword } from '../support/people/phones.ts';
import { operate } from '../support/run.ts';
import { test } from '../support/test.ts';
import { t, type PlainKey } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

async function setUpTwoStep(page: Page): Promise<readonly string[]> {
  await page.goto('/vid/web/user/security/two-step');
  const card = page.getByRole('main');
  await card.getByRole('button', { name: t('twoStep.card.setUp') }).click();
  const secret = await card.getByText(/^(?:[A-Z2-7]{4} ?){8}$/u).textContent();
  await typeCode(page, appCode((secret ?? '').replaceAll(' ', '')));
  await expect(page.getByRole('heading', { name: t('twoStep.codes.title') })).toBeFocused();
  const codes = await card.getByRole('listitem').allTextContents();
  await card.getByRole('button', { name: t('twoStep.codes.done') }).click();
  return codes;
}

function visitor(page: Page) {
  return {
    press: (key: PlainKey) => page.getByRole('button', { name: t(key), exact: true }).click(),
    follow: (key: 'reset.lostPhone') => page.getByRole('link', { name: t(key), exact: true }).click(),
    field: (
      key:
        | 'reset.recovery.oldPhone'
        | 'reset.recovery.email'
        | 'reset.recovery.code'
        | 'reset.recovery.password'
        | 'common.phone',
    ) => page.getByLabel(t(key), { exact: true }),
    async sees(key: PlainKey): Promise<void> {
      await page.getByRole('heading', { level: 1, name: t(key), exact: true }).waitFor();
    },
    async setPassword(): Promise<void> {
      await page.getByLabel(t('reset.input.password'), { exact: true }).fill(otherPassword);
      await page.getByLabel(t('reset.input.confirm'), { exact: true }).fill(otherPassword);
    },
  };
}

async function seesWait(page: Page): Promise<void> {
  await expect(page.getByText(t('reset.recovery.comeBack.lead'), { exact: true })).toBeVisible();
}

async function newPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    viewport: { width: 360, height: 740 },
  });
  return context.newPage();
}

const inspect = (page: Page, name: string) => auditWidths(page, name, [768, 1440, 360]);

async function confirmEmail({ e164 }: Person): Promise<string> {
  const email = `e2e${e164.slice(1)}@example.vn`;
  await operate('confirmEmail', e164, email);
  return email;
}

async function startRecovery(page: Page, { typed, email }: { typed: string; email: string }): Promise<void> {
  const at = visitor(page);
  await openIn(page, '/forget-password', 'vi');
  await at.follow('reset.lostPhone');
  await at.sees('reset.recovery.title');
  await at.field('reset.recovery.oldPhone').fill(typed);
  await at.field('reset.recovery.email').fill(email);
  await at.press('reset.recovery.send');
  await at.sees('reset.recovery.sent');
}

test('P10 S3 lets a member recover the account by a mailed link', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  const email = await confirmEmail(person);
  const lost = await newPage(browser, baseURL);
  const at = visitor(lost);
  await startRecovery(lost, { typed: person.typed, email });
  await inspect(lost, 'recovery sent');

  // The server starts the recovery after its response, and then shows it to every session.
  await linkFor(page.request, person.e164, 'recovery-started');
  await page.goto('/vid/web/user/information');
  await expect(page.getByRole('region', { name: t('reset.pending.title') })).toBeVisible();

  await operate('endRecoveryWait', person.e164);
  // An unknown account gets the same response. The request also makes the server continue recoveries whose wait is
  // over.
  await startRecovery(lost, { typed: newPhone().typed, email: 'x@example.vn' });
  await openIn(lost, await linkFor(page.request, email, 'recovery-link'), 'vi');
  await at.sees('reset.recovery.newPhone');
  expect(new URL(lost.url()).hash).toBe('');
  await inspect(lost, 'recovery new phone');
  const phone = newPhone();
  await at.field('common.phone').fill(phone.typed);
  await at.press('auth.otp.submit');
  await at.sees('otp.title');
  await inspect(lost, 'recovery code');
  await enterCode(lost, phone.e164);
  await at.sees('reset.input.title');
  await at.setPassword();
  await inspect(lost, 'recovery password');
  await at.press('reset.recovery.finish');
  await at.sees('reset.recovery.done');
  await inspect(lost, 'recovery done');

  // The former session has ended, and the new phone and password work.
  await page.reload();
  await page.waitForURL('**/signin*');
  await forgetSession(lost);
  await signIn(lost, { ...phone, password: otherPassword });
});

test('lets the owner stop a recovery and lock the account', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const person = await signUp(page);
  const email = await confirmEmail(person);
  const stranger = await newPage(browser, baseURL);
  const owner = await newPage(browser, baseURL);
  const at = visitor(owner);

  await startRecovery(stranger, { typed: person.typed, email });
  // VID responds before it starts the recovery, and sends the notice after the start.
  const link = await linkFor(page.request, person.e164, 'recovery-started');
  await openIn(page, '/user/information', 'vi');
  await expect(page.getByRole('button', { name: t('reset.pending.stop') })).toBeVisible();
  await inspect(page, 'recovery pending');

  // Stop the recovery with the link in the notice to the old number. This link does not lock the account.
  await openIn(owner, link, 'vi');
  await at.sees('reset.notMe.title');
  expect(new URL(owner.url()).hash).toBe('');
  await inspect(owner, 'not me');
  await at.press('reset.notMe.stop');
  await at.sees('reset.notMe.stopped');
  await inspect(owner, 'not me stopped');
  await page.reload();
  await expect(page.getByRole('region', { name: t('account.personal') })).toBeVisible();

  // The link in the notice of a new device offers to lock the account, but the owner recognizes the device.
  await forgetSession(stranger);
  await signIn(stranger, person);
  const notice = await linkFor(page.request, email, 'new-device');
  await openIn(owner, notice, 'vi');
  await expect(owner.getByRole('button', { name: t('reset.notMe.lock') })).toBeVisible();
  await inspect(owner, 'notice of a new device');
  await at.press('reset.notMe.itWasMe');
  await at.sees('reset.notMe.mine');
  await inspect(owner, 'notice was mine');
  await stranger.reload();
  await expect(stranger.getByRole('region', { name: t('account.personal') })).toBeVisible();
  await openIn(owner, notice, 'vi');
  await at.press('reset.notMe.lock');
  await at.sees('reset.notMe.locked');
  await inspect(owner, 'not me locked');
  await stranger.reload();
  await stranger.waitForURL('**/signin*');
  await page.reload();
  await page.waitForURL('**/signin*');

  await owner.goto('/vid/web/not-me');
  await at.sees('reset.link.invalid');
  await inspect(owner, 'not me invalid');
});

/** Starts a recovery by recovery code, or continues it after its wait. */
async function startByCode(
  page: Page,
  input: { typed: string; code: string; password?: string },
): Promise<void> {
  const at = visitor(page);
  await openIn(page, '/recovery/code', 'vi');
  await at.field('reset.recovery.oldPhone').fill(input.typed);
  await at.field('reset.recovery.code').fill(input.code);
  await at.field('reset.recovery.password').fill(input.password ?? '');
  await at.press('reset.recovery.next');
}

test('P10 lets a member recover the account with recovery code and password', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signUp(page);
  const [code = ''] = await setUpTwoStep(page);
  await operate('ageRecoveryCodes', person.e164);
  const fresh = await newPage(browser, baseURL);
  const at = visitor(fresh);
  await startByCode(fresh, { typed: person.typed, code, password: otherPassword });
  await expect(at.field('reset.recovery.password')).toHaveAttribute('aria-invalid', 'true');
  await inspect(fresh, 'recovery by code');
  // The wrong password did not use up the recovery code.
  await at.field('reset.recovery.password').fill(person.password);
  await at.press('reset.recovery.next');
  await at.sees('reset.recovery.newPhone');
  await fresh.reload();
  await at.sees('reset.recovery.newPhone');
  const phone = newPhone();
  await at.field('common.phone').fill(phone.typed);
  await at.press('auth.otp.submit');
  await at.sees('otp.title');
  await fresh.reload();
  await at.sees('otp.title');
  const tab = await fresh.context().newPage();
  await openIn(tab, '/recovery', 'vi');
  await visitor(tab).sees('reset.recovery.newPhone');
  await tab.close();
  await fresh.goBack();
  await fresh.goForward();
  await at.sees('otp.title');
  await enterCode(fresh, phone.e164);
  await at.sees('reset.input.title');
  await fresh.reload();
  await at.sees('reset.input.title');
  await expect(fresh.getByText(t('reset.steps.removes'), { exact: true })).toBeVisible();
  await at.setPassword();
  await inspect(fresh, 'recovery removes');
  await at.press('reset.recovery.finish');
  await at.sees('reset.recovery.done');

  await page.reload();
  await page.waitForURL('**/signin*');
  // The recovery has used up the token and disabled two-step sign-in.
  await openIn(fresh, '/recovery', 'vi');
  await expect(at.field('reset.recovery.email')).toBeVisible();
  await forgetSession(fresh);
  await signIn(fresh, { ...phone, password: otherPassword });
});

test('delays a recovery by recovery code alone', async ({ page, browser, baseURL }) => {
  const person = await signUp(page);
  const { typed } = person;
  const [stolen = '', code = ''] = await setUpTwoStep(page);
  const stranger = await newPage(browser, baseURL);
  await startByCode(stranger, { typed, code: stolen });
  await seesWait(stranger);
  await inspect(stranger, 'recovery by code waits');
  await page.goto('/vid/web/user/information');
  const stop = page.getByRole('button', { name: t('reset.pending.stop') });
  await stop.click();
  await expect(stop).toBeHidden();
  await startByCode(stranger, { typed, code: stolen });
  await expect(visitor(stranger).field('reset.recovery.code')).toHaveAttribute('aria-invalid', 'true');
  await stranger.context().close();

  const fresh = await newPage(browser, baseURL);
  await startByCode(fresh, { typed, code });
  await seesWait(fresh);
  await startByCode(fresh, { typed, code });
  await seesWait(fresh);
  await fresh.context().close();
  await operate('endRecoveryWait', person.e164);
  const later = await newPage(browser, baseURL);
  const at = visitor(later);
  await startByCode(later, { typed, code });
  await at.sees('reset.recovery.newPhone');
  const phone = newPhone();
  await at.field('common.phone').fill(phone.typed);
  await at.press('auth.otp.submit');
  await at.sees('otp.title');
  await enterCode(later, phone.e164);
  await at.sees('reset.input.title');
  await at.setPassword();
  await at.press('reset.recovery.finish');
  await at.sees('reset.recovery.done');
  await page.reload();
  await page.waitForURL('**/signin*');
  await forgetSession(later);
  await signIn(later, { ...phone, password: otherPassword });
});

test('requires more than a code for an account unused for 180 days', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const person = await signUp(page);
  await operate('makeDormant', person.e164);
  await forgetSession(page);
  const at = visitor(page);
  await page.goto('/vid/web/signin/otp');
  await at.field('common.phone').fill(person.typed);
  await page.getByRole('button', { name: t('auth.otp.submit'), exact: true }).click();
  await at.sees('otp.title');
  await enterCode(page, person.e164);
  await at.sees('reset.moreProof.title');
  await inspect(page, 'more proof');
  await at.press('reset.moreProof.newOwner');
  await page.getByRole('heading', { level: 1, name: t('signUp.password.title'), exact: true }).waitFor();
  await page.getByLabel(t('common.password'), { exact: true }).fill(otherPassword);
  await page.getByRole('checkbox', { name: t('signUp.agree') }).check();
  await at.press('signUp.password.submit');
  await page.waitForURL(/\/signup\/success(?:\?|$)/u);
  await page.goto('/vid/web/user/information');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('K1 P10 returns the account to its owner after a report', async ({ page, browser, baseURL }) => {
  const thief = page;
  const person = await signUp(thief);
  await setUpTwoStep(thief);
  const owner = await newPage(browser, baseURL);
  const at = visitor(owner);
  await openIn(owner, await linkFor(page.request, person.e164, 'two-step-on'), 'vi');
  await at.press('reset.notMe.lock');
  await at.sees('reset.notMe.locked');
  // A password sign-in tells the owner how to unlock the account.
  await owner.goto('/vid/web/signin');
  await submitPassword(owner, person);
  await at.sees('reset.ownerLock.title');
  await auditThemes(owner, 'owner lock');
  await owner.getByRole('link', { name: t('reset.input.title'), exact: true }).click();
  await expect(at.field('common.phone')).toHaveValue(person.typed);
  await at.press('auth.otp.submit');
  await at.sees('otp.title');
  await enterCode(owner, person.e164);
  await at.sees('reset.input.title');
  await at.setPassword();
  await at.press('reset.input.submit');
  await owner.waitForURL('**/signin*');

  // The intruder's authenticator app is gone, so the password alone signs in.
  await signIn(owner, { ...person, password: otherPassword });
  await owner.goto('/vid/web/user/information');
  const card = owner.getByRole('heading', { name: t('profile.return.title') });
  await expect(card).toBeVisible();
  await expect(owner.getByText(t('profile.return.authenticator-app'))).toBeVisible();
  await inspect(owner, 'account returned');
  await at.press('profile.return.dismiss');
  await expect(card).toBeHidden();
  await thief.reload();
  await thief.waitForURL('**/signin*');
});
