import { expect } from '@playwright/test';
import { auditWidths } from '../support/checks/audit.ts';
import { enterCode, signIn, signUp } from '../support/journey.ts';
import { openIn } from '../support/open-in.ts';
import { linkFor } from '../support/people/outbox.ts';
import { otherPassword } from '../support/people/phones.ts';
import { operate } from '../support/run.ts';
import { button, expectTitle, link, passwordField, phoneField } from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { t } from '../support/texts.ts';

test('K1 lets the owner undo an e-mail change by a mailed link', async ({ page: thief, browser }) => {
  const person = await signUp(thief);
  const email = `cu${person.e164.slice(1)}@example.vn`;
  await operate('confirmEmail', person.e164, email, 40);
  const other = `moi${person.e164.slice(1)}@example.vn`;
  await store(thief, 'PATCH', 'api/users/profile', { email: other });
  const path = await linkFor(thief.request, email, 'email-replaced');

  const owner = await (await browser.newContext()).newPage();
  await openIn(owner, path, 'vi');
  await expectTitle(owner, 'reset.notMe.title');
  await expect(button(owner, 'reset.notMe.itWasMe')).toBeVisible();
  await auditWidths(owner, 'undo email');
  // Opening the link changed nothing, because link scanners open links too.
  expect(await store(thief, 'GET', 'ajax/auth/me')).toMatchObject({ email: other });
  await button(owner, 'reset.notMe.email').click();
  await expectTitle(owner, 'reset.notMe.email.done');
  await expect(owner.getByText(t('reset.notMe.email.done.text', { email }))).toBeVisible();
  expect(new URL(owner.url()).hash).toBe('');
  await auditWidths(owner, 'undo email done', [360, 1440]);
  await thief.goto('/vid/web/user/information');
  await thief.waitForURL('**/signin*');

  await link(owner, 'reset.input.title').click();
  await phoneField(owner).fill(person.typed);
  await button(owner, 'auth.otp.submit').click();
  await expectTitle(owner, 'otp.title');
  await enterCode(owner, person.e164);
  await expectTitle(owner, 'reset.input.title');
  await passwordField(owner, 'reset.input.password').fill(otherPassword);
  await passwordField(owner, 'reset.input.confirm').fill(otherPassword);
  await button(owner, 'reset.input.submit').click();
  await owner.waitForURL('**/signin*');
  await signIn(owner, { ...person, password: otherPassword });
  const card = owner.getByRole('region', { name: t('profile.return.title') });
  await expect(card).toBeVisible();
  await expect(owner.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});
