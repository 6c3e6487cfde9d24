import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { auditWidths } from '../support/checks/audit.ts';
import { signUp } from '../support/journey.ts';
import { openIn } from '../support/open-in.ts';
import { linkFor } from '../support/people/outbox.ts';
import { addressesAt, landing } from '../support/applications/relying-application.ts';
import { button, expectTitle, textbox } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

let code = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the application once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  code = `mail-${randomBytes(4).toString('hex')}`;
  site = await startApplicationSite();
  await register({
    ...addressesAt(site),
    code,
    name: 'Sàn cần email',
    isFirstParty: true,
    access: 'open',
    requiresEmail: true,
  });
});
test.afterAll(() => site.close());

test('asks for the e-mail address that the application requires', async ({ page }) => {
  const { e164 } = await signUp(page);
  const email = `thu.ha${e164.slice(1)}@example.vn`;
  await page.goto(landing(site, code));
  await expectTitle(page, 'sso.email.title');
  await auditWidths(page, 'sso email', [360, 1440]);
  await textbox(page, 'sso.email.field').fill(email);
  await button(page, 'sso.email.send').click();
  await expect(page.getByText(t('sso.email.sent', { email }))).toBeVisible();
  await auditWidths(page, 'sso email sent');

  const mail = await page.context().newPage();
  await openIn(mail, await linkFor(page.request, email, 'email-confirmation'), 'vi');
  await button(mail, 'profile.confirmEmail.action').click();
  await expectTitle(mail, 'profile.confirmEmail.done');
  await page.waitForURL(`${site.origin}/callback**`);
  expect(new URL(page.url()).searchParams.get('authCode')).toBeTruthy();
});
