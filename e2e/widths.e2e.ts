import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/audit.ts';
import {
  enterCode,
  fillSignUp,
  finishSignUp,
  forgetSession,
  signUp,
  type Person,
} from './support/journey.ts';
import { newPhone } from './support/phones.ts';
import { takeScreenshot } from './support/screenshots.ts';
import {
  button,
  expectTitle,
  link,
  menuItem,
  passwordField,
  phoneField,
  text,
  title,
} from './support/screen.ts';
import { test } from './support/test.ts';
import { t } from './support/texts.ts';

const widths = [360, 768, 1440] as const;

const signedOut = [
  '/signin',
  '/signin/otp',
  '/signin/qr',
  '/forget-password',
  '/signup/otp',
  '/error/403?code=REDIRECT_INVALID&ref=0123456789abcdef0123456789abcdef',
  '/error/404',
  '/terms',
  '/privacy',
];
const signedIn = [
  '/user/information',
  '/user/password',
  '/user/security',
  '/user/privacy',
  '/invite-friends',
  '/device',
];

/** Screens whose buttons of the providers appear after the form. */
const withProviders = ['/signin', '/signin/otp', '/signup/otp'];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/vid/web${path}`);
  await expect(title(page)).toBeVisible();
  if (withProviders.includes(path.replace(/\?.*/u, '')))
    await expect(page.locator('.social-place').getByRole('button').first()).toBeVisible();
}

async function inspectWidths(page: Page, path: string, inspected: readonly number[]): Promise<void> {
  await open(page, path);
  for (const width of inspected) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoSidewaysScroll(page, `${path} at ${width} px`);
    await takeScreenshot(page, `at ${width} ${path}`);
  }
}

test('never scrolls a signed-out screen sideways at any width', async ({ page }) => {
  // WCAG 2.2, 1.4.10 Reflow: a window of 1280 px at a zoom of 400 % is 320 px wide.
  for (const path of signedOut) await inspectWidths(page, path, [320, ...widths]);
});

test('never scrolls a member’s screen sideways at any width', async ({ page }) => {
  await signUp(page);
  for (const path of signedIn) await inspectWidths(page, path, widths);
});

const errorPages = ['/error/401', '/error/500', '/error/maintain', '/error/comming'];

/** WCAG 2.2, 1.4.4 Resize Text. The app sizes everything in rem, so a doubled root size doubles all text. */
async function inspectLargeText(page: Page, name: string): Promise<void> {
  await expect(title(page)).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectNoSidewaysScroll(page, `${name} with text of 200 %`);
  await takeScreenshot(page, `large text ${name}`);
}

test('never scrolls a signed-out screen sideways at 360 px with English text at 200 %', async ({ page }) => {
  for (const path of [...signedOut, ...errorPages]) {
    await open(page, `${path}${path.includes('?') ? '&' : '?'}lang=en`);
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/u);
    await inspectLargeText(page, `${path} en`);
  }
});

test('never scrolls a screen sideways at 360 px with text at 200 %', async ({ page }) => {
  const inspect = (name: string) => inspectLargeText(page, name);
  for (const path of [...signedOut, ...errorPages]) {
    await open(page, path);
    await inspect(path);
  }
  const phone = newPhone();
  await open(page, '/signup/otp');
  await fillSignUp(page, phone);
  await button(page, 'signUp.submit').click();
  await expectTitle(page, 'otp.title');
  await inspect('code');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'signUp.password.title');
  await inspect('password');
  await finishSignUp(page);
  await expectTitle(page, 'signUp.success.title');
  await inspect('success');
  for (const path of signedIn) {
    await open(page, path);
    await inspect(path);
  }
});

for (const width of widths) {
  test(`lets a member sign in at ${width} px and use the menu`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const person = await signUp(page);
    await forgetSession(page);
    await signInWithFormInView(page, person);
    await expectTitle(page, 'account.information.complete');
    await expectMenu(page, width);
  });
}

/** Signs in, and expects the whole form to fit into the window without scrolling. */
async function signInWithFormInView(page: Page, person: Person): Promise<void> {
  await open(page, '/signin');
  await phoneField(page).fill(person.typed);
  await passwordField(page).fill(person.password);
  const submit = button(page, 'auth.signIn.submit');
  for (const part of [title(page), phoneField(page), passwordField(page), submit])
    await expect(part).toBeInViewport({ ratio: 1 });
  await submit.click();
  await page.waitForURL('**/user/information');
}

const drawerOf = (page: Page) => page.getByRole('dialog', { name: t('shell.navigation') });

async function expectMenu(page: Page, width: number): Promise<void> {
  const sideBar = page.getByRole('complementary');
  const opener = button(page, 'shell.openMenu');
  if (width >= 1200) {
    await expect(opener).toBeHidden();
    await link(sideBar, 'shell.item.security').click();
  } else {
    await expect(sideBar).toBeHidden();
    await opener.click();
    const drawer = drawerOf(page);
    await expect(drawer).toBeInViewport({ ratio: 1 });
    await link(drawer, 'shell.item.security').click();
    await expect(drawer).toBeHidden();
  }
  await page.waitForURL('**/user/security');
}

test('replaces the sidebar by a drawer below 1200 px, and adds the header’s tools below 992 px', async ({
  page,
}) => {
  await signUp(page);
  await open(page, '/user/information');
  const sideBar = page.getByRole('complementary');
  const opener = button(page, 'shell.openMenu');
  const language = page.getByRole('banner').getByRole('button', { name: 'English' });
  for (const { width, hasSideBar, hasTools } of [
    { width: 1200, hasSideBar: true, hasTools: true },
    { width: 1199, hasSideBar: false, hasTools: true },
    { width: 992, hasSideBar: false, hasTools: true },
    { width: 991, hasSideBar: false, hasTools: false },
  ]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(sideBar).toBeVisible({ visible: hasSideBar });
    await expect(opener).toBeVisible({ visible: !hasSideBar });
    await expect(language).toBeVisible({ visible: hasTools });
    await expectNoSidewaysScroll(page, `information at ${width} px`);
  }
  // A drawer that is open when the window grows must close, or the page under it stays inert.
  await opener.click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'English' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 740 });
  await expect(drawer).toBeHidden();
  await link(sideBar, 'shell.item.password').click();
  await page.waitForURL('**/user/password');
});

test('shows the menu in the header with menuStyle=header from 1200 px, and in the drawer below', async ({
  page,
}) => {
  await signUp(page);
  await page.setViewportSize({ width: 1440, height: 740 });
  await open(page, '/user/information?menuStyle=header');
  await expect(page.getByRole('complementary')).toBeHidden();
  await button(page.getByRole('banner'), 'shell.group.account').click();
  await takeScreenshot(page, 'header menu');
  await menuItem(page, 'shell.item.security').click();
  // Wait for the new page, because its arrival closes an open drawer.
  await expectTitle(page, 'account.security.title');
  await page.setViewportSize({ width: 768, height: 740 });
  await button(page, 'shell.openMenu').click();
  await link(drawerOf(page), 'shell.item.information').click();
  await page.waitForURL('**/user/information');
});

for (const width of [360, 1440]) {
  test(`does not cover the header with a notification at ${width} px`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write']);
    await page.setViewportSize({ width, height: 740 });
    await signUp(page);
    await open(page, '/user/information');
    await page.getByRole('button', { name: t('account.copy') }).click();
    const notifications = page.getByRole('region', { name: t('common.notifications') });
    const notification = text(notifications, 'account.copied');
    // The notification disappears after a while, unless it is hovered.
    await notification.hover();
    await takeScreenshot(page, `notification at ${width}`);
    const header = await page.getByRole('banner').boundingBox();
    const box = await notification.boundingBox();
    expect(box?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  });
}
