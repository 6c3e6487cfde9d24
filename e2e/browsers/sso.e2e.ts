import { expect } from '@playwright/test';
import {
  expectInOidcExample,
  expectInSdkExample,
  findExample,
  oidcPage,
  sdkPage,
} from '../support/examples.ts';
import { finishSignUp, forgetSession, signUpInBrowser, verifyPhone } from '../support/journey.ts';
import { newPhone } from '../support/phones.ts';
import { signInByPasswordTab } from '../support/relying-application.ts';
import { button, expectTitle } from '../support/screen.ts';
import { test } from './support/test.ts';

test('signs up through the SDK by redirect and reaches the application', async ({ visitor }) => {
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

test('signs in through the SDK in a popup, which closes', async ({ visitor }) => {
  const sdk = await findExample(visitor, '@vid/sso');
  const person = await signUpInBrowser(visitor);
  await forgetSession(visitor);
  await visitor.goto(sdk);
  const popup = await visitor.popupOf(() => sdkPage.popup(visitor).click());
  await popup.waitForURL('**/signin/otp**');
  await signInByPasswordTab(popup, person);
  await expectInSdkExample(visitor, sdk, person);
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('closes the SDK popup when signed in, and signing out ends both sessions', async ({
  visitor,
  network,
}) => {
  const sdk = await findExample(visitor, '@vid/sso');
  const person = await signUpInBrowser(visitor);
  await visitor.goto(sdk);
  // The popup signs in and closes without a click. It must not do so before it has been found.
  const landing = network.watch(/\/vid\/web\/home$/u, { holdFrom: 1 });
  const popup = await visitor.popupOf(() => sdkPage.popup(visitor).click());
  await landing.arrived(1);
  landing.release();
  await expectInSdkExample(visitor, sdk, person);
  await expect.poll(() => popup.isClosed()).toBe(true);
  await sdkPage.signOut(visitor).click();
  // The example has a button of the same name.
  await expectTitle(visitor, 'sso.logout.title');
  await button(visitor, 'sso.logout.confirm').click();
  await visitor.waitForURL(sdk);
  await sdkPage.popup(visitor).waitFor();
  await visitor.startNavigation('/vid/web/user/information');
  await visitor.waitForURL('**/signin**');
});

test('asks for consent by OpenID Connect redirect, signs in, and signs out of both', async ({ visitor }) => {
  const oidc = await findExample(visitor, 'OpenID Connect');
  const person = await signUpInBrowser(visitor);
  await visitor.goto(oidc);
  await oidcPage.signIn(visitor).click();
  await expectTitle(visitor, 'sso.consent.title', { app: 'Báo ví dụ' });
  await button(visitor, 'sso.consent.agree').click();
  await expectInOidcExample(visitor, oidc, person);
  await oidcPage.signOut(visitor).click();
  await expectTitle(visitor, 'sso.logout.title');
  await button(visitor, 'sso.logout.confirm').click();
  await visitor.waitForURL(oidc);
  await oidcPage.signIn(visitor).waitFor();
});
