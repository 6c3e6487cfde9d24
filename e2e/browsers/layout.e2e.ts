import { expect } from '@playwright/test';
import { newPhone } from '../support/people/phones.ts';
import { agreement, button, expectTitle, phoneField, radio } from '../support/screen.ts';
import { test } from './support/test.ts';

test('the first click on a control below choice cards works', async ({ visitor }) => {
  await visitor.goto('/vid/web/signup/otp');
  await phoneField(visitor).fill(newPhone().typed);
  const spare = await visitor.evaluate(() =>
    Array.from(document.querySelectorAll('main form fieldset'), (fieldset) => {
      const ends = Array.from(fieldset.children, (child) => child.getBoundingClientRect().bottom);
      return Math.round(fieldset.getBoundingClientRect().bottom - Math.max(...ends));
    }),
  );
  expect(spare).toEqual([0]);
  // A page that WebKit moves between press and release would lose the click.
  await radio(visitor, 'signUp.kind.enterprise').check({ force: true });
  await agreement(visitor).check();
  await button(visitor, 'auth.otp.submit').click();
  await expectTitle(visitor, 'otp.title');
});
