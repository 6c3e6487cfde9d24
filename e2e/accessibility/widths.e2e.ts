import { expect, type Page } from '@playwright/test';
import { inspectWidths } from '../support/checks/audit.ts';
import { signUp, signUpElsewhere, submitPassword } from '../support/journey.ts';
import { expectGoodLayout } from '../support/checks/layout.ts';
import { showPage } from '../support/open-in.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import {
  button,
  expectTitle,
  link,
  menuItem,
  passwordField,
  phoneField,
  text,
  title,
} from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

const widths = [360, 768, 1440] as const;

const signedIn = [
  '/user/information',
  '/user/password',
  '/user/security',
  '/user/privacy',
  '/invite-friends',
  '/device',
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/vid/web${path}`);
  await expect(title(page)).toBeVisible();
}

test('the pages of a signed-in member fit at every tested width', async ({ page }) => {
  await signUp(page);
  await open(page, '/user/phone');
  for (const path of signedIn) {
    await showPage(page, path);
    await expect(page.locator('#content .bone')).toHaveCount(0);
    await inspectWidths(page, path, widths);
  }
});

test('shows the whole sign-in form at every tested width', async ({ page }) => {
  const person = await signUpElsewhere();
  await open(page, '/signin');
  const submit = button(page, 'common.signIn');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    for (const part of [title(page), phoneField(page), passwordField(page), submit])
      await expect(part).toBeInViewport({ ratio: 1 });
  }
  await submitPassword(page, person);
  for (const width of widths) {
    await expectTitle(page, 'account.information.complete');
    await page.setViewportSize({ width, height: 740 });
    await expectMenu(page, width);
    await page.goBack();
  }
});

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

test('moves the sidebar into a drawer below 1200 px', async ({ page }) => {
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
    await expectGoodLayout(page, `information at ${width} px`);
  }
  // An open drawer must close when the window grows, because it makes the page under it inert.
  await opener.click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'English' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 740 });
  await expect(drawer).toBeHidden();
  await link(sideBar, 'shell.item.password').click();
  await page.waitForURL('**/user/password');
});

test('shows the menu in the header with menuStyle=header at 1440 px', async ({ page }) => {
  await signUp(page);
  await page.setViewportSize({ width: 1440, height: 740 });
  await open(page, '/user/information?menuStyle=header');
  await expect(page.getByRole('complementary')).toBeHidden();
  await button(page.getByRole('banner'), 'shell.group.account').click();
  await takeScreenshot(page, 'header menu');
  await menuItem(page, 'shell.item.security').click();
  // Wait for the new page, because it closes an open drawer when it arrives.
  await expectTitle(page, 'shell.item.security');
  await page.setViewportSize({ width: 768, height: 740 });
  await button(page, 'shell.openMenu').click();
  await link(drawerOf(page), 'shell.item.information').click();
  await page.waitForURL('**/user/information');
});

test('a notification covers neither the header nor the title', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await signUp(page);
  await open(page, '/user/information');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await page.getByRole('button', { name: t('account.copy') }).click();
    const notifications = page.getByRole('region', { name: t('common.notifications') });
    const notification = text(notifications, 'account.copied');
    // The notification disappears after a while unless it is hovered.
    await notification.hover();
    await takeScreenshot(page, `notification at ${width}`);
    const header = await page.getByRole('banner').boundingBox();
    const box = await notification.boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    for (const covered of [header, heading])
      expect(box?.y).toBeGreaterThan((covered?.y ?? 0) + (covered?.height ?? 0));
  }
});
