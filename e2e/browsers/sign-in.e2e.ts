import { codeFor } from '../support/outbox.ts';
import { forgetSession, signIn, signUpInBrowser, enterCode } from '../support/journey.ts';
import { button, expectTitle, phoneField } from '../support/screen.ts';
import { test } from './support/test.ts';

test('signs up with a personal account', async ({ visitor }) => {
  await signUpInBrowser(visitor);
  await button(visitor, 'signUp.success.continue').click();
  await visitor.waitForURL('**/user/information');
  await expectTitle(visitor, 'account.information.complete');
});

test('signs in by password', async ({ visitor }) => {
  const person = await signUpInBrowser(visitor);
  await forgetSession(visitor);
  await signIn(visitor, person);
  await expectTitle(visitor, 'account.information.complete');
});

test('signs in by one-time code', async ({ visitor }) => {
  const person = await signUpInBrowser(visitor);
  const before = await codeFor(visitor.request, person.e164);
  await forgetSession(visitor);
  await visitor.goto('/vid/web/signin/otp');
  await phoneField(visitor).fill(person.typed);
  await button(visitor, 'auth.otp.submit').click();
  await visitor.waitForURL('**/signin/otp/confirm');
  await enterCode(visitor, person.e164, before);
  await visitor.waitForURL('**/user/information');
});
