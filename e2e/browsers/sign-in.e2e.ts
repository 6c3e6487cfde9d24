import { codeFor } from '../support/outbox.ts';
import { enterCode, signUpElsewhere } from '../support/journey.ts';
import { button, phoneField } from '../support/screen.ts';
import { test } from './support/test.ts';

// The tests of sign-on sign up and sign in by password.
test('lets a member sign in by one-time code', async ({ visitor }) => {
  const person = await signUpElsewhere();
  const before = await codeFor(visitor.request, person.e164);
  await visitor.goto('/vid/web/signin/otp');
  await phoneField(visitor).fill(person.typed);
  await button(visitor, 'auth.otp.submit').click();
  await visitor.waitForURL('**/signin/otp/confirm');
  await enterCode(visitor, person.e164, before);
  await visitor.waitForURL('**/user/information');
});
