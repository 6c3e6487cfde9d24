import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { auditThemes, auditWidths, inEveryLook } from '../support/checks/audit.ts';
import { finishSignUp, signUp, verifyPhone } from '../support/journey.ts';
import { expectGoodLayout } from '../support/checks/layout.ts';
import { newPhone } from '../support/people/phones.ts';
import { button, expectTitle, text, textbox } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t, textsIn } from '../support/texts.ts';
import { openIn } from '../support/open-in.ts';

const invitationOf = (page: Page): Promise<{ referralCode: string; link: string }> =>
  store(page, 'GET', 'api/users/invitations');

async function setName(page: Page, name: string): Promise<void> {
  await store(page, 'PATCH', 'api/users/profile', { name });
}

const pathOf = (link: string): string => new URL(link).pathname.replace('/vid/web', '');

test('lets a friend join by a member’s link', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page);
  await setName(page, 'Nguyễn Văn An');
  const { referralCode, link } = await invitationOf(page);

  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
    viewport: { width: 360, height: 740 },
  });
  const friend = await context.newPage();
  await openIn(friend, `${pathOf(link)}?campaign=tet-2026`, 'vi');
  await expectTitle(friend, 'signUp.title');
  await expect(text(friend, 'signUp.invitation.from', { name: 'N*** V*** An' })).toBeVisible();
  // The invitation survives a reload.
  await friend.reload();
  await verifyPhone(friend, newPhone());
  await expect(textbox(friend, 'signUp.referral')).toHaveValue(referralCode);
  await expect(text(friend, 'signUp.referral.from', { name: 'N*** V*** An' })).toBeVisible();
  const sent = friend.waitForRequest('**/vid/ajax/users/signup/phone');
  await finishSignUp(friend);
  expect((await sent).postDataJSON()).toMatchObject({ referralCode, campaign: 'tet-2026' });
  await setName(friend, 'Trần Thị Bình');
  // The friend already has an account, so the invitation no longer applies.
  await openIn(friend, pathOf(link), 'vi');
  await expectTitle(friend, 'signUp.invitation.signedIn');
  await context.close();

  await page.goto('/vid/web/invite-friends');
  await expect(page.getByRole('heading', { name: t('invitations.joined', { count: 1 }) })).toBeVisible();
  await expect(page.getByText('T*** T*** Bình')).toBeVisible();
  await expectGoodLayout(page, 'invite friends at 360 px');
});

test('lets a member copy, share and download an invitation', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Chromium on Linux has no share sheet, so simulate one.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (data: ShareData) => {
        localStorage.setItem('shared', JSON.stringify(data));
      },
    });
  });
  await signUp(page);
  const { referralCode, link } = await invitationOf(page);
  await page.goto('/vid/web/invite-friends');
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await page
    .getByRole('button', { name: `${t('account.copy')} ${t('account.referralCode')}`, exact: true })
    .click();
  await expect.poll(clipboard).toBe(referralCode);
  await button(page, 'invitations.copyLink').first().click();
  await expect.poll(clipboard).toBe(link);

  await button(page, 'invitations.share').click();
  const shared = (): Promise<unknown> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('shared') ?? 'null'));
  await expect.poll(shared).toMatchObject({ url: link, text: expect.stringContaining(referralCode) });

  for (const [format, start] of [
    ['PNG', '\u0089PNG'],
    ['SVG', '<svg'],
  ] as const) {
    const download = page.waitForEvent('download');
    await button(page, 'invitations.saveNamed', { format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`vid-${referralCode}.${format.toLowerCase()}`);
    expect((await readFile(await file.path())).toString('latin1')).toMatch(new RegExp(`^${start}`, 'u'));
  }
});

test('the pages about invitations have no axe violation', async ({ page, browser, baseURL }) => {
  await signUp(page);
  await setName(page, 'Nguyễn Văn An');
  const { link } = await invitationOf(page);
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    locale: 'vi-VN',
  });
  const visitor = await context.newPage();
  await openIn(page, '/invite-friends', 'vi');
  await expect(page.getByText(t('invitations.none'), { exact: true })).toBeVisible();
  await auditThemes(page, 'invitations none');
  await openIn(page, pathOf(link), 'vi');
  await auditThemes(page, 'invitation signed in');

  await openIn(visitor, pathOf(link), 'vi');
  await expect(visitor.getByText(t('signUp.invitation.from', { name: 'N*** V*** An' }))).toBeVisible();
  await auditThemes(visitor, 'invitation');
  await verifyPhone(visitor, newPhone());
  await auditThemes(visitor, 'invitation password');
  await finishSignUp(visitor);
  await context.close();

  await openIn(page, '/invite-friends', 'vi');
  await inEveryLook(page, ({ lang }) =>
    expect(page.getByText(textsIn(lang)('invitations.unnamed'))).toBeVisible(),
  );
  await auditWidths(page, 'invitations');
});
