import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { newAdministrator } from '../support/people/administrator.ts';
import { openIn } from '../support/open-in.ts';
import { register, startApplicationSite } from '../support/applications/applications.ts';
import { auditThemes, auditWidths } from '../support/checks/audit.ts';
import { forgetSession, signUp, submitPassword } from '../support/journey.ts';
import {
  addressesAt,
  openApplication,
  resultOf,
  signInByPasswordTab,
} from '../support/applications/relying-application.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

// This test runs before the others, because afterwards every existing account must agree at its next sign-in. The test
// changes only the privacy policy, because other tests expect the built-in terms.
test('V4 asks a member to agree to a new privacy policy', async ({ browser, baseURL, page: member }) => {
  test.slow();
  const site = await startApplicationSite();
  const code = `terms-${randomBytes(4).toString('hex')}`;
  const access = { access: 'open', isFirstParty: true } as const;
  await register({ ...addressesAt(site), ...access, code, name: 'Sàn giao dịch Hội' });
  const person = await signUp(member);
  const admin = await newAdministrator(browser);

  await openIn(admin, '/admin/params?section=legal', 'vi');
  const card = admin.getByRole('region', { name: t('admin.legal') });
  const before = Number(/\d+/u.exec((await card.getByRole('listitem').last().textContent()) ?? '')?.[0]);
  await card.getByRole('link', { name: t('admin.legal.edit.of', { document: t('common.privacy') }) }).click();
  // The previous page has fields with the same names, and stays on screen until the new page has loaded.
  const title = admin.getByRole('heading', { level: 1, name: t('common.privacy'), exact: true });
  await expect(title).toBeVisible();
  const attack = `<img src=x onerror="document.title='x'">`;
  for (const language of ['vi', 'en'] as const) {
    const label = t(`admin.params.in.${language}`, { label: t('admin.legal.body') });
    // The code makes the text new in every run, because an unchanged text is not published.
    const text = `## 1. Mục\n\n${attack}\n\n- Một\n- ${code}`;
    await admin.getByRole('textbox', { name: label }).fill(text);
  }
  const preview = admin.getByRole('region', { name: t('admin.params.preview') });
  await expect(preview.getByText(attack)).toBeVisible();
  await admin.getByRole('radio', { name: t('admin.legal.kind.agree') }).check({ force: true });
  await auditWidths(admin, 'admin legal');
  await admin.getByRole('button', { name: t('admin.legal.publish') }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByText(t('admin.legal.confirm.agree'))).toBeVisible();
  await auditThemes(admin, 'admin legal dialog');
  await dialog.getByRole('button', { name: t('admin.legal.publish') }).click();
  await expect(admin.getByText(t('admin.legal.published', { version: before + 1 }))).toBeVisible();
  const history = admin.getByRole('region', { name: t('admin.legal.history') });
  await expect(
    history.getByText(t('admin.legal.version', { version: before + 1 }), { exact: true }),
  ).toBeVisible();

  // The current session continues, but the next sign-in asks for the agreement.
  await openIn(member, '/user/security', 'vi');
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(t('shell.item.security'));
  await forgetSession(member);
  await member.goto('/vid/web/signin');
  await submitPassword(member, person);
  await member.waitForURL('**/agree');
  await openIn(member, '/user/privacy', 'vi');
  await member.waitForURL('**/agree**');
  await member.getByText(t('agreement.read')).click();
  await expect(member.getByText(attack)).toBeVisible();
  await auditWidths(member, 'agreement');
  const box = member.getByRole('checkbox');
  await expect(box).not.toBeChecked();
  await member.getByRole('button', { name: t('agreement.submit') }).click();
  await expect(member.getByText(t('agreement.required'))).toBeVisible();
  await member.getByRole('button', { name: t('common.signOut') }).click();
  await member.waitForURL('**/signin**');

  // An application gets its code only after the agreement.
  await forgetSession(member);
  await openApplication(member, { site, code, vid: baseURL });
  await member.locator('#redirect').click();
  await member.waitForURL('**/signin/otp**');
  await signInByPasswordTab(member, person);
  await member.waitForURL('**/agree**');
  // The sign-in page, which has another checkbox, stays on screen until this page has loaded.
  await member.getByRole('checkbox', { name: t('agreement.tick.privacy') }).check();
  await member.getByRole('button', { name: t('agreement.submit') }).click();
  await member.waitForURL((url) => url.origin === site.origin);
  await expect(resultOf(member)).toContainText('authCode');

  await openIn(member, '/user/privacy/consents', 'vi');
  const consents = member.getByRole('main');
  // The second history on the page is the privacy policy's, not counting details inside a history.
  await consents.locator('summary:not(details details *)').nth(1).click();
  await expect(consents.getByText(new RegExp(`\\b${before + 1}\\b`, 'u')).first()).toBeVisible();
  await openIn(member, '/privacy', 'vi');
  await expect(member.getByText(attack)).toBeVisible();
  await expect(
    member.getByText(new RegExp(`^${t('admin.legal.version', { version: before + 1 })} · `, 'u')),
  ).toBeVisible();
  await auditWidths(member, 'privacy policy published', [360, 1440]);
  await site.close();
});
