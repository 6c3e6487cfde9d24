import { expect } from '@playwright/test';
import { newPhone } from '../support/phones.ts';
import { agreement, button, expectTitle, phoneField, radio } from '../support/screen.ts';
import { test } from './support/test.ts';

test('lets the first click below choice cards reach the control', async ({ visitor }) => {
  await visitor.goto('/vid/web/signup/otp');
  await phoneField(visitor).fill(newPhone().typed);
  // The page must not move between press and release, which WebKit did when a field below the cards was focused.
  await radio(visitor, 'signUp.kind.enterprise').check({ force: true });
  await agreement(visitor).check();
  await button(visitor, 'signUp.submit').click();
  await expectTitle(visitor, 'otp.title');
});

test('gives a fieldset no more room than its content', async ({ visitor }) => {
  await visitor.goto('/vid/web/signup/otp');
  await radio(visitor, 'signUp.kind.enterprise').waitFor();
  const spare = await visitor.evaluate(() =>
    Array.from(document.querySelectorAll('main form fieldset'), (fieldset) => {
      const ends = Array.from(fieldset.children, (child) => child.getBoundingClientRect().bottom);
      return Math.round(fieldset.getBoundingClientRect().bottom - Math.max(...ends));
    }),
  );
  expect(spare).toEqual([0]);
});
