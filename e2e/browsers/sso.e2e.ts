import { expect } from '@playwright/test';
import {
  expectInOidcExample,
  expectInSdkExample,
  findExample,
  oidcPage,
  sdkPage,
} from '../support/applications/examples.ts';
import { finishSignUp, signIn, signUpElsewhere, verifyPhone } from '../support/journey.ts';
import { newPhone } from '../support/people/phones.ts';
import { signInByPasswordTab } from '../support/applications/relying-application.ts';
import { button, expectTitle } from '../support/screen.ts';
import { test } from './support/test.ts';

test('lets a visitor sign up through the SDK by redirect', async ({ visitor }) => {
  const sdk = await findExample(visitor, '@vid/sso');
  const phone = newPhone();
  await visitor.goto(sdk);
  await sdkPage.register(visitor).click();
  await visitor.waitForURL('**/signup/otp**');
  await verifyPhone(visitor, phone);
  await finishSignUp(visitor);
  await button(visitor, 'signUp.success.continue').click();
  await expectInSdkExample(visitor, sdk, phone);
});

test('lets a member sign in through an SDK popup', async ({ visitor }) => {
  const sdk = await findExample(visitor, '@vid/sso');
  const person = await signUpElsewhere();
  await visitor.goto(sdk);
  const popup = await visitor.popupOf(() => sdkPage.popup(visitor).click());
  await popup.waitForURL('**/signin/otp**');
  await signInByPasswordTab(popup, person);
  await expectInSdkExample(visitor, sdk, person);
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('lets a signed-in user use the SDK popup and sign out', async ({ visitor, network }) => {
  const sdk = await findExample(visitor, '@vid/sso');
  const person = await signUpElsewhere();
  await signIn(visitor, person);
  await visitor.goto(sdk);
  // The popup signs in and closes without a click, so hold the popup back until the test has found it.
  const landing = network.watch(/\/vid\/web\/home$/u, { holdFrom: 1 });
  const popup = await visitor.popupOf(() => sdkPage.popup(visitor).click());
  await landing.arrived(1);
  landing.release();
  await expectInSdkExample(visitor, sdk, person);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await sdkPage.signOut(visitor).click();
  // The example has a button with the same name, so wait for VID's page.
  await expectTitle(visitor, 'sso.logout.title');
  await button(visitor, 'common.signOut').click();
  await visitor.waitForURL(sdk);
  await sdkPage.popup(visitor).waitFor();
  await visitor.startNavigation('/vid/web/user/information');
  await visitor.waitForURL('**/signin**');
});

test('asks for consent in OpenID Connect and returns after a sign-out', async ({ visitor }) => {
  const oidc = await findExample(visitor, 'OpenID Connect');
  const person = await signUpElsewhere();
  await signIn(visitor, person);
  await expectTitle(visitor, 'account.information.complete');
  await visitor.goto(oidc);
  await oidcPage.signIn(visitor).click();
  await expectTitle(visitor, 'sso.consent.title', { app: 'Báo ví dụ' });
  await button(visitor, 'sso.consent.agree').click();
  await expectInOidcExample(visitor, oidc, person);
  await oidcPage.signOut(visitor).click();
  await expectTitle(visitor, 'sso.logout.title');
  await button(visitor, 'common.signOut').click();
  await visitor.waitForURL(oidc);
  await oidcPage.signIn(visitor).waitFor();
});
