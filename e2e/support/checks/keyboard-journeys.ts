import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { appCode } from '@vid/testkit/http/app-code';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { signInAdministrator } from '../people/administrator.ts';
import type { AnyLocator, AnyPage } from '../any-page.ts';
import { register, startApplicationSite } from '../applications/applications.ts';
import { signUpElsewhere, stopClock, type Person } from '../journey.ts';
import { expectFocus, focusSearch, tabTo } from './keyboard.ts';
import { createMembers } from '../people/members.ts';
import { codeFor } from '../people/outbox.ts';
import { goodPassword, newPhone, otherPassword } from '../people/phones.ts';
import { addressesAt } from '../applications/relying-application.ts';
import { origin } from '../requests.ts';
import {
  agreement,
  button,
  codeField,
  expectTitle,
  link,
  menuItem,
  passwordField,
  phoneField,
  radio,
  text,
  textbox,
  waitForLiveForm,
} from '../screen.ts';
import { t, type MessageKey, type TranslateRest } from '../texts.ts';

async function enter(page: AnyPage, target: AnyLocator, presses?: number): Promise<void> {
  await tabTo(page, target, presses);
  await page.keyboard.press('Enter');
}

async function enterBefore(page: AnyPage, target: AnyLocator): Promise<void> {
  await tabTo(page, target, 20, 'Shift+Tab');
  await page.keyboard.press('Enter');
}

async function typeInto(page: AnyPage, field: AnyLocator, typed: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(typed);
}

const h1 = (page: AnyPage): AnyLocator => page.locator('h1');

async function expectPage<Key extends MessageKey>(
  page: AnyPage,
  key: Key,
  ...values: TranslateRest<Key>
): Promise<void> {
  await expectTitle(page, key, ...values);
  await expectFocus(page, h1(page));
}

const informationPage = (page: AnyPage) => expectPage(page, 'account.information.complete');

async function openSignIn(page: AnyPage): Promise<void> {
  await page.goto('/vid/web/signin');
  await waitForLiveForm(page);
}

async function enterPassword(page: AnyPage, { typed, password }: Omit<Person, 'e164'>): Promise<void> {
  await typeInto(page, phoneField(page), typed);
  await typeInto(page, passwordField(page), password);
  await page.keyboard.press('Enter');
}

/** Types phone and password into a form whose first field has the focus, and submits it. */
async function enterPasswordNext(page: AnyPage, { typed, password }: Person): Promise<void> {
  await expectFocus(page, phoneField(page));
  await page.keyboard.type(typed);
  await typeInto(page, passwordField(page), password);
  await page.keyboard.press('Enter');
}

async function signIn(page: AnyPage): Promise<Person> {
  const person = await signUpElsewhere();
  await openSignIn(page);
  await enterPassword(page, person);
  await informationPage(page);
  return person;
}

/** Follows a menu link. The menu is in a drawer, because the screen is narrow. */
async function openFromMenu(
  page: AnyPage,
  item:
    | 'shell.item.accounts'
    | 'shell.item.apps'
    | 'shell.item.appPeople'
    | 'shell.item.privacy'
    | 'shell.item.security',
): Promise<void> {
  await enterBefore(page, button(page, 'shell.openMenu'));
  const drawer = page.getByRole('dialog', { name: t('shell.navigation') });
  await drawer.waitFor();
  await enter(page, link(page, item));
  // Shortcuts do not work until the drawer has slid out.
  await drawer.waitFor({ state: 'hidden' });
}

/** Types a code into the code field, which must have the focus. */
async function typeCode(page: AnyPage, code: string): Promise<void> {
  await expectFocus(page, codeField(page));
  await page.keyboard.type(code);
}

async function signInByPassword(page: AnyPage): Promise<void> {
  const person = await signUpElsewhere();
  await openSignIn(page);
  await typeInto(page, phoneField(page), person.typed);
  await enter(page, button(page, 'common.signIn'));
  // The password is missing, so its field has the focus.
  await expectFocus(page, passwordField(page));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await informationPage(page);
}

async function signInByCode(page: AnyPage): Promise<void> {
  const person = await signUpElsewhere();
  const before = await codeFor(page.request, person.e164);
  await openSignIn(page);
  await enter(page, link(page, 'auth.signIn.way.otp'));
  await expectTitle(page, 'auth.otp.title');
  await expectFocus(page, phoneField(page));
  await page.keyboard.type(person.typed);
  await page.keyboard.press('Enter');
  await expectTitle(page, 'otp.title');
  await expectFocus(page, codeField(page));
  const code = await codeFor(page.request, person.e164, before);
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await text(page, 'otp.wrongTriesLeft', { count: 4 }).waitFor();
  await typeCode(page, code);
  await informationPage(page);
}

async function signUp(page: AnyPage): Promise<void> {
  const phone = newPhone();
  await openSignIn(page);
  await enter(page, link(page, 'auth.signIn.register'));
  await expectTitle(page, 'signUp.title');
  await expectFocus(page, phoneField(page));
  await page.keyboard.type(phone.typed);
  await tabTo(page, radio(page, 'signUp.kind.personal'));
  await page.keyboard.press('ArrowDown');
  await expectFocus(page, radio(page, 'signUp.kind.enterprise'));
  await tabTo(page, agreement(page));
  // Submitting without the agreement moves the focus to the agreement's checkbox.
  await page.keyboard.press('Enter');
  await text(page, 'signUp.agree.required').waitFor();
  await expectFocus(page, agreement(page));
  await page.keyboard.press('Space');
  await enter(page, button(page, 'auth.otp.submit'));

  await expectTitle(page, 'otp.title');
  await typeCode(page, await codeFor(page.request, phone.e164));

  await expectTitle(page, 'signUp.password.title');
  await expectFocus(page, passwordField(page));
  await page.keyboard.type(goodPassword);
  const toggle = button(page, 'common.password.show');
  await tabTo(page, toggle);
  await page.keyboard.press('Space');
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
  await expectFocus(page, toggle);
  await tabTo(page, button(page, 'signUp.password.submit'));
  await stopClock(page);
  await page.keyboard.press('Enter');
  await expectPage(page, 'signUp.success.title');
  await enter(page, button(page, 'signUp.success.continue'));
  await informationPage(page);
}

async function resetPassword(page: AnyPage): Promise<void> {
  const person = await signUpElsewhere();
  const before = await codeFor(page.request, person.e164);
  await openSignIn(page);
  await enter(page, link(page, 'auth.signIn.forgot'));
  await expectTitle(page, 'reset.title');
  await expectFocus(page, phoneField(page));
  await page.keyboard.type(person.typed);
  await page.keyboard.press('Enter');
  await expectTitle(page, 'otp.title');
  await typeCode(page, await codeFor(page.request, person.e164, before));
  await expectTitle(page, 'reset.input.title');
  await expectFocus(page, passwordField(page, 'reset.input.password'));
  await page.keyboard.type(otherPassword);
  await page.keyboard.press('Enter');
  // The password has not been repeated yet, so the second field has the focus.
  await expectFocus(page, passwordField(page, 'reset.input.confirm'));
  await page.keyboard.type(otherPassword);
  await page.keyboard.press('Enter');
  await expectTitle(page, 'auth.signIn.title');
  await expectFocus(page, passwordField(page));
  await page.keyboard.type(otherPassword);
  await page.keyboard.press('Enter');
  await informationPage(page);
}

async function readSecret(page: AnyPage): Promise<string> {
  await enter(page, page.locator('summary'));
  let shown: unknown;
  const read = async (): Promise<unknown> => {
    shown = await page.evaluate(
      () => /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/u.exec(document.body.innerText)?.[0] ?? '',
    );
    return shown;
  };
  await expect.poll(read, { message: 'the key' }).not.toBe('');
  return String(shown).replaceAll(' ', '');
}

async function useTwoStep(page: AnyPage): Promise<void> {
  const person = await signIn(page);
  await openFromMenu(page, 'shell.item.security');
  await expectPage(page, 'shell.item.security');
  await enter(page, link(page, 'security.advice.twoStep'));
  await expectPage(page, 'twoStep.title');
  await enter(page, button(page, 'twoStep.card.setUp'));
  await expectFocus(page, page.getByRole('heading', { name: t('twoStep.setUp.title') }));
  const secret = await readSecret(page);
  await tabTo(page, codeField(page));
  await page.keyboard.type(appCode(secret));
  await expectFocus(page, page.getByRole('heading', { name: t('twoStep.codes.title') }));
  await enter(page, button(page, 'twoStep.codes.done'));
  await text(page, 'twoStep.card.on').waitFor();
  await expectFocus(page, h1(page));

  await enterBefore(page, button(page, 'shell.accountMenu', { name: person.typed }));
  await tabTo(page, menuItem(page, 'common.signOut'), 5, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expectTitle(page, 'auth.signIn.title');
  await enterPasswordNext(page, person);
  await expectTitle(page, 'twoStep.title');
  await typeCode(page, appCode(secret, 1));
  await informationPage(page);
}

async function changePhone(page: AnyPage): Promise<void> {
  await signIn(page);
  const phone = newPhone();
  await enter(page, link(page, 'profile.phone.change'), 40);
  await expectTitle(page, 'profile.phone.change');
  await expectFocus(page, textbox(page, 'profile.phone.new'));
  await page.keyboard.type(phone.typed);
  await page.keyboard.press('Enter');
  await typeCode(page, await codeFor(page.request, phone.e164));
  await expectFocus(page, page.getByRole('heading', { name: t('profile.phone.done') }));
}

async function signOn(page: AnyPage): Promise<void> {
  const code = `keys-${randomBytes(4).toString('hex')}`;
  const app = 'Báo giá Bất động sản';
  const site = await startApplicationSite();
  await register({ ...addressesAt(site), code, name: app, isFirstParty: false, access: 'open' });
  const person = await signUpElsewhere();
  await page.goto(`${site.origin}/#origin=${encodeURIComponent(origin)}&code=${code}`);
  await page.getByText('ready').waitFor();
  await enter(page, page.locator('#redirect'));
  await expectTitle(page, 'auth.otp.title');
  await waitForLiveForm(page);
  await enter(page, link(page, 'common.password'));
  await expectTitle(page, 'auth.signIn.title');
  await enterPasswordNext(page, person);
  await expectPage(page, 'sso.consent.title', { app });
  await enter(page, button(page, 'sso.consent.agree'));
  await page.getByText('codeVerifier').waitFor();
  await site.close();
}

async function deleteAndKeep(page: AnyPage): Promise<void> {
  const person = await signIn(page);
  await openFromMenu(page, 'shell.item.privacy');
  await expectPage(page, 'shell.item.privacy');
  await enter(page, page.getByRole('link', { name: t('privacy.deletion.action') }));
  await expectPage(page, 'privacy.deletion.action');
  const opener = button(page, 'privacy.deletion.action');
  await enter(page, opener);
  const lastDigits = page.locator('[role=dialog] input');
  await expectFocus(page, lastDigits);
  await page.keyboard.press('Escape');
  // Until the dialog has faded out, it has a button with the same name.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expectFocus(page, opener);
  await page.keyboard.press('Enter');
  await expectFocus(page, lastDigits);
  await page.keyboard.type(person.e164.slice(-4));
  await page.keyboard.press('Enter');
  await text(page, 'reset.deletion.scheduled.text').waitFor();
  await expectFocus(page, h1(page));
  await enter(page, link(page, 'reset.toSignIn'));
  await expectTitle(page, 'auth.signIn.title');
  await enterPasswordNext(page, person);
  await expectPage(page, 'reset.deletion.title');
  await enter(page, button(page, 'reset.deletion.keep'));
  await informationPage(page);
}

async function lockAccount(page: AnyPage): Promise<void> {
  const name = `Mai ${randomBytes(4).toString('hex')}`;
  await createMembers([name]);
  const admin = await signInAdministrator(new SocketBrowser());
  await openSignIn(page);
  await enterPassword(page, admin);
  await expectTitle(page, 'twoStep.title');
  await typeCode(page, appCode(admin.secret, 1));
  await expectPage(page, 'shell.item.dashboard');
  await openFromMenu(page, 'shell.item.accounts');
  await expectFocus(page, h1(page));
  await focusSearch(page);
  await page.keyboard.type(name);
  // Wait for the search response: it replaces the rows, and a replaced row loses the focus.
  const count = () =>
    page.evaluate(() => document.querySelector('main [role=status], main output')?.textContent);
  await expect.poll(count).toMatch(/^1 /u);
  await enter(page, page.getByRole('link', { name }), 40);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expectFocus(page, h1(page));
  await enter(page, button(page, 'admin.account.lock'));
  const reason = page.getByLabel(t('admin.reason'));
  await expectFocus(page, reason);
  await page.keyboard.type('Nghi ngờ giả mạo.');
  await enter(page, page.locator('[role=dialog] [type=submit]'));
  await text(page, 'admin.account.locked.notice').waitFor();
  await expectFocus(page, button(page, 'admin.account.unlock'));
}

async function addPeople(page: AnyPage): Promise<void> {
  const names = ['An', 'Bình'].map((name) => `${name} ${randomBytes(4).toString('hex')}`);
  const members = await createMembers(names);
  const manager = await signUpElsewhere();
  const code = `keys-${randomBytes(4).toString('hex')}`;
  await register({
    code,
    name: 'Sàn giao dịch Hội',
    isFirstParty: true,
    access: 'restricted',
    redirectUri: 'http://127.0.0.1:9/callback',
    postLogoutUri: 'http://127.0.0.1:9/bye',
    owner: manager.e164,
    mayEnter: manager.e164,
  });
  await openSignIn(page);
  await enterPassword(page, manager);
  await informationPage(page);
  await openFromMenu(page, 'shell.item.apps');
  await page.getByRole('heading', { level: 1, name: 'Sàn giao dịch Hội' }).waitFor();
  await expectFocus(page, h1(page));
  await openFromMenu(page, 'shell.item.appPeople');
  await expectPage(page, 'shell.item.appPeople');
  await enter(page, link(page, 'apps.people.add'), 40);
  await expectPage(page, 'apps.people.add');
  await tabTo(page, page.getByLabel(t('apps.add.phones'), { exact: true }));
  for (const { typed } of members) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
  }
  await enter(page, button(page, 'apps.add.submit'));
  await expectFocus(page, page.getByRole('heading', { name: t('apps.report.title') }));
  await page.getByText(`${t('apps.report.added')}: 2`).waitFor();
}

/**
 * The main journeys, each by keyboard alone in a browser without a session. Tab reaches every control, and the focus is
 * always visible. The focus moves to a new page's title, to the field to fill in, or to the first invalid field.
 */
export const keyboardJourneys: Readonly<Record<string, (page: AnyPage) => Promise<void>>> = {
  'lets a member sign in by password': signInByPassword,
  'lets a member sign in by one-time code': signInByCode,
  'lets a visitor sign up': signUp,
  'lets a member reset the password': resetPassword,
  'lets a member set up and use two-step sign-in': useTwoStep,
  'lets a member change the phone number': changePhone,
  'lets a member sign in to an application and agree': signOn,
  'lets a member request a deletion and then keep the account': deleteAndKeep,
  'lets an administrator find and lock an account': lockAccount,
  'lets a manager add people': addPeople,
};
