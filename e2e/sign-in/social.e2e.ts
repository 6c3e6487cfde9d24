import { expect, type Locator, type Page } from '@playwright/test';
import {
  choosePassword,
  fillCaptcha,
  disableProofOfWork,
  forgetSession,
  signUp,
  stopClock,
} from '../support/journey.ts';
import { codeFor, watchCaptcha } from '../support/people/outbox.ts';
import { goodPassword, newPhone, otherPassword } from '../support/people/phones.ts';
import {
  agreeWith,
  confirmPhone,
  continueAtProvider,
  providerButton,
  providers,
} from '../support/applications/providers.ts';
import { waitUntilClosed } from '../support/applications/relying-application.ts';
import {
  agreement,
  button,
  codeField,
  expectTitle,
  passwordField,
  phoneField,
  text,
  textbox,
} from '../support/screen.ts';
import { store } from '../support/stored-rows.ts';
import { test } from '../support/test.ts';
import { serverText, t } from '../support/texts.ts';

const zaloAndroid =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
  'Chrome/124.0 Mobile Safari/537.36 Zalo android/12110647 ZaloTheme/light ZaloLanguage/vi';

/** Collects violations of the content security policy, enforced or reported. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) =>
      Reflect.get(globalThis, 'reportViolation')(`${disposition} ${effectiveDirective} ${blockedURI}`),
    );
  });
  return violations;
}

/** Signs this browser out of VID, but not at the providers. */
async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies({ name: /^vid_/u });
}

async function signUpWith(page: Page, provider: (typeof providers)[number]): Promise<void> {
  await page.goto('/vid/web/signin');
  await agreeWith(page, provider);
  await confirmPhone(page, newPhone());
  await expectTitle(page, 'signUp.password.title');
  await stopClock(page);
  await choosePassword(page, goodPassword);
  await expectTitle(page, 'signUp.success.title');
}

for (const provider of providers) {
  test(`lets a visitor sign up and then sign in with ${provider}`, async ({ page }) => {
    const violations = await watchPolicy(page);
    await signUpWith(page, provider);
    expect(violations).toEqual([]);
    await signOut(page);
    await page.goto('/vid/web/signin');
    await agreeWith(page, provider);
    await page.waitForURL('**/user/information');
    expect(violations).toEqual([]);
  });
}

test('loads nothing from a provider before its button is pressed', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== baseURL && origin !== 'null') foreign.push(pathname);
  });
  await page.goto('/vid/web/signin');
  await expect(providerButton(page, 'Facebook')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(foreign).toEqual([]);
  await Promise.all([page.waitForEvent('popup'), providerButton(page, 'Facebook').click()]);
  expect(foreign).toEqual(['/sdk.js']);
});

test('does not move the page when the script of the providers runs', async ({ page }) => {
  // Hold back the buttons' script until the fonts have loaded, because a font swap moves lines too.
  const released = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(/\/social-buttons-[^/]+\.js$/u, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto('/vid/web/signin');
  await requested.promise;
  const early = await providerButton(page, 'Zalo').elementHandle();
  await expect(providerButton(page, 'Facebook')).toBeVisible();
  await expect(button(page, 'auth.signIn.byPasskey')).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const root = document.documentElement;
    root.dataset['moved'] = '0';
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0);
      root.dataset['moved'] = String(Number(root.dataset['moved']) + moved);
    }).observe({ type: 'layout-shift' });
  });
  released.resolve();
  await expect(page.locator('[data-early]')).toHaveCount(0);
  expect(await early?.evaluate((element) => element.isConnected)).toBe(true);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('data-moved', '0');
});

test('opens the provider whose button was pressed before the script ran', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.+\.js$/u, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/vid/web/signin', { waitUntil: 'commit' });
  await providerButton(page, 'Zalo').click();
  released.resolve();
  await expect(page.getByRole('button', { name: /^Continue as /u })).toBeVisible();
});

test('a sign-up through Zalo takes at most 6 fields and 45 s', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = newPhone();
  // Seconds of simulated input: 0.2 per typed character, and half a second per tap.
  let secondsOfUser = 0;
  const tap = async (target: Locator): Promise<void> => {
    secondsOfUser += 0.5;
    await target.click();
  };
  const type = async (field: Locator, typed: string): Promise<void> => {
    secondsOfUser += typed.length * 0.2;
    await field.pressSequentially(typed);
  };
  let fields = 0;
  await page.goto('/vid/web/signin');
  await expect(providerButton(page, 'Zalo')).toBeVisible();
  const startedAt = performance.now();
  await tap(providerButton(page, 'Zalo'));
  await tap(page.getByRole('button', { name: /^Continue as /u }));
  await tap(phoneField(page));
  await type(phoneField(page), phone.e164.replace('+84', '0'));
  fields += 1;
  await tap(agreement(page));
  fields += 1;
  await tap(button(page, 'auth.otp.submit'));
  await codeField(page).waitFor();
  await type(codeField(page), await codeFor(page.request, phone.e164));
  fields += 1;
  await expectTitle(page, 'signUp.password.title');
  // The name field is prefilled and needs no change.
  await expect(textbox(page, 'signUp.name.personal')).not.toHaveValue('');
  fields += 1;
  await tap(passwordField(page));
  await type(passwordField(page), goodPassword);
  fields += 1;
  await stopClock(page);
  await tap(button(page, 'signUp.password.submit'));
  await expectTitle(page, 'signUp.success.title');
  const seconds = (performance.now() - startedAt) / 1000 + secondsOfUser;
  test.info().annotations.push({ type: 'sign-up', description: `${fields} fields, ${seconds.toFixed(1)} s` });
  expect(fields).toBeLessThanOrEqual(6);
  await expect(page.locator('main input:visible')).toHaveCount(0);
  expect(seconds).toBeLessThanOrEqual(45);
});

test('L4 links a provider to an account only after the correct password', async ({ page }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Zalo');
  await confirmPhone(page, person);
  await expectTitle(page, 'social.reception.link', { provider: 'Zalo' });
  const password = page.getByLabel(t('social.link.password'), { exact: true });
  await password.fill(otherPassword);
  await button(page, 'social.link.submit').click();
  await expect(text(page, 'social.link.wrongPassword')).toBeVisible();
  await password.fill(goodPassword);
  await button(page, 'social.link.submit').click();
  await page.waitForURL('**/user/information');
  await signOut(page);
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Zalo');
  await page.waitForURL('**/user/information');
});

test('asks for the e-mail in the last step if Facebook gives none', async ({ page }) => {
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Facebook', { hidesEmail: true });
  await confirmPhone(page, newPhone());
  await textbox(page, 'social.email').fill('thu.ha@example.vn');
  await stopClock(page);
  await choosePassword(page, goodPassword);
  await expectTitle(page, 'signUp.success.title');
  expect(await store(page, 'GET', 'ajax/auth/me')).toMatchObject({ email: 'thu.ha@example.vn' });
});

test('lets a member add and remove linked accounts', async ({ page }) => {
  await signUp(page);
  await page.goto('/vid/web/user/security/linked-accounts');
  const card = page.getByRole('main');
  for (const provider of providers) {
    await agreeWith(page, provider, {
      press: () => button(card, 'social.reception.link', { provider }).click(),
    });
    await expect(button(card, 'social.card.removeNamed', { provider })).toBeVisible();
  }
  await button(card, 'social.card.removeNamed', { provider: 'Google' }).click();
  await button(page.getByRole('dialog'), 'social.card.remove').click();
  await expect(button(card, 'social.reception.link', { provider: 'Google' })).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(2);
});

test('asks for the password to remove the linked account of the session', async ({ page }) => {
  const person = await signUp(page);
  await page.goto('/vid/web/user/security/linked-accounts');
  const card = page.getByRole('main');
  await agreeWith(page, 'Zalo', {
    press: () => button(card, 'social.reception.link', { provider: 'Zalo' }).click(),
  });
  await expect(button(card, 'social.card.removeNamed', { provider: 'Zalo' })).toBeVisible();
  // A session that began with a linked account needs the password for the removal.
  await signOut(page);
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Zalo');
  await page.waitForURL('**/user/information');
  await page.goto('/vid/web/user/security/linked-accounts');
  await button(card, 'social.card.removeNamed', { provider: 'Zalo' }).click();
  await button(page.getByRole('dialog'), 'social.card.remove').click();
  const question = page.getByRole('dialog', { name: t('confirm.title') });
  await passwordField(question).fill(person.password);
  await button(question, 'confirm.submit').click();
  await expect(button(card, 'social.reception.link', { provider: 'Zalo' })).toBeVisible();
});

test('returns to VID after the user cancels at a provider', async ({ page }) => {
  await page.goto('/vid/web/signin');
  await providerButton(page, 'Google').click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL('**/vid/web/signin');
  const returned = page.waitForRequest(/\/vid\/web\/reception\?/u);
  await agreeWith(page, 'Google');
  const address = (await returned).url();
  await expectTitle(page, 'social.phone.title');
  expect(page.url()).not.toContain('code=');
  await page.goto(address);
  await expect(page.getByText(serverText('SOCIAL_INVALID'))).toBeVisible();
  expect(page.url()).not.toContain('code=');
});

test('continues a cancelled Facebook sign-in in the same window', async ({ page }) => {
  await page.goto('/vid/web/signin');
  const [popup] = await Promise.all([page.waitForEvent('popup'), providerButton(page, 'Facebook').click()]);
  await popup.getByRole('button', { name: 'Cancel', exact: true }).click();
  await button(page, 'social.inThisWindow').click();
  await waitUntilClosed(popup);
  await continueAtProvider(page, 'Facebook');
  await expectTitle(page, 'social.phone.title');
});

test('keeps every step of a sign-up through Zalo on reload', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/vid/web/signup/oauth/confirm-phone');
  await expectTitle(page, 'social.expired.title');
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Zalo');
  await expectTitle(page, 'social.phone.title');
  await page.reload();
  await confirmPhone(page, phone);
  await expectTitle(page, 'signUp.password.title');
  await page.reload();
  await expectTitle(page, 'signUp.password.title');
  await page.goto('/vid/web/signup/oauth/confirm-phone');
  await button(page, 'social.otherWay').click();
  await page.waitForURL('**/vid/web/signin');
  await page.goto('/vid/web/signup/oauth/confirm-phone');
  await expectTitle(page, 'social.expired.title');
});

test('shows the captcha of a sign-up through Zalo on its own page', async ({ page }) => {
  await disableProofOfWork(page);
  const captchas = watchCaptcha(page);
  const phone = newPhone();
  await page.goto('/vid/web/signin');
  await agreeWith(page, 'Zalo');
  await phoneField(page).fill(phone.typed);
  await agreement(page).check();
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'social.captcha.title');
  await fillCaptcha(page, captchas);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
});

test('S8 leaves no secret of a provider in storage or the URL', async ({ page }) => {
  const secrets: string[] = [];
  page.on('request', (request) => {
    const body: unknown = request.method() === 'POST' ? request.postDataJSON() : null;
    for (const name of ['oauthCode', 'accessToken', 'state'])
      if (typeof body === 'object' && body !== null && name in body)
        secrets.push(String(Reflect.get(body, name)));
  });
  await page.goto('/vid/web/signin');
  for (const provider of ['Facebook', 'Zalo'] as const) {
    await agreeWith(page, provider);
    await expectTitle(page, 'social.phone.title');
    const stored = await page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.cookie,
        location.href,
        history.state,
      ]),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(stored).not.toContain(secret);
    await page.goto('/vid/web/signin');
  }
});

test.describe('in the built-in browser of Zalo', () => {
  test.use({ userAgent: zaloAndroid });

  test('takes a visitor to Facebook and back by redirect, without a popup', async ({ page }) => {
    await page.goto('/vid/web/signin');
    await providerButton(page, 'Facebook').click();
    await continueAtProvider(page, 'Facebook');
    await expectTitle(page, 'social.phone.title');
  });

  test('explains that Google refuses built-in browsers', async ({ page }) => {
    await page.goto('/vid/web/signin');
    await providerButton(page, 'Google').click();
    await expect(text(page, 'social.blocked.inApp', { app: 'Zalo', provider: 'Google' })).toBeVisible();
    await expect(text(page, 'social.blocked.inApp.advice')).toBeVisible();
    await expect(page).toHaveURL(/\/vid\/web\/signin$/u);
  });
});
