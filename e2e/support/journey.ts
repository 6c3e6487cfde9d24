import { expect, type Page } from '@playwright/test';
import { successCountdownSeconds } from '@vid/contract/limits';
import { SocketBrowser } from '@vid/testkit/http/socket-browser';
import { signUp as signUpByRequests } from '@vid/testkit/http/socket-steps';
import type { AnyPage } from './any-page.ts';
import { captchaAnswer, codeFor, type Captchas } from './people/outbox.ts';
import { PageRequests } from './checks/page-requests.ts';
import { goodPassword, newPhone, type Phone } from './people/phones.ts';
import { origin } from './requests.ts';
import {
  agreement,
  button,
  captchaPicture,
  codeField,
  expectTitle,
  passwordField,
  phoneField,
  radio,
  textbox,
  waitForLiveForm,
} from './screen.ts';

async function answerOfPicture(page: Page, captchas: Captchas): Promise<string> {
  let id: string | undefined;
  await expect
    .poll(
      async () => {
        id = captchas((await captchaPicture(page).getAttribute('src')) ?? '');
        return id;
      },
      { message: 'the captcha of the picture' },
    )
    .toBeTruthy();
  return await captchaAnswer(page.request, id ?? '');
}

/** Disables proof of work in this page, so that its forms show a picture captcha. */
export async function disableProofOfWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', { value: undefined });
  });
}

export async function fillCaptcha(page: Page, captchas: Captchas): Promise<void> {
  const answer = await answerOfPicture(page, captchas);
  await textbox(page, 'captcha.label').fill(answer);
}

/** Types a code into the one-time code field, whose last digit submits the code. */
export async function typeCode(page: AnyPage, code: string): Promise<void> {
  await codeField(page).click();
  await page.keyboard.type(code);
}

/** Types the newest code sent to a phone. Waits until it differs from `before`. */
export async function enterCode(page: AnyPage, e164: string, before?: string): Promise<void> {
  await typeCode(page, await codeFor(page.request, e164, before));
}

export type Person = Phone & { readonly password: string };

export async function fillSignUp(page: AnyPage, phone: Phone): Promise<void> {
  await phoneField(page).fill(phone.typed);
  await agreement(page).check();
}

/** Completes the first step and the code of a sign-up, up to the password page. */
export async function verifyPhone(page: AnyPage, phone: Phone): Promise<void> {
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();
  await expectTitle(page, 'otp.title');
  await enterCode(page, phone.e164);
  await expectTitle(page, 'signUp.password.title');
}

export async function choosePassword(page: AnyPage, password: string): Promise<void> {
  await passwordField(page).fill(password);
  await button(page, 'signUp.password.submit').click();
}

/** Freezes `Date.now()` until another document is loaded, so that the success page's countdown never ends. */
export async function stopClock(page: AnyPage): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now();
    Date.now = () => now;
  });
}

/** Ends a countdown, by default the success page's, by moving the page's stopped clock forward. */
export async function endCountdown(page: Page, seconds: number = successCountdownSeconds): Promise<void> {
  await page.evaluate((milliseconds) => {
    const later = Date.now() + milliseconds;
    Date.now = () => later;
  }, seconds * 1_000);
}

/** Chooses a password on the password page and waits for the success screen, whose countdown is stopped. */
export async function finishSignUp(page: AnyPage): Promise<void> {
  await stopClock(page);
  await choosePassword(page, goodPassword);
  await page.waitForURL(/\/signup\/success(?:\?|$)/u);
  await expectTitle(page, 'signUp.success.title');
}

/**
 * Signs up with HTTP requests, which is much faster than with the pages. The page is signed in from its next load.
 * @param at the server's origin; by default, the server under test
 */
export async function signUp(
  page: Page,
  { kind = 'personal', at = origin }: { kind?: 'personal' | 'enterprise'; at?: string } = {},
): Promise<Person> {
  const phone = newPhone();
  const person = { phone: phone.e164, password: goodPassword, isEnterprise: kind === 'enterprise' };
  await signUpByRequests(at, new PageRequests(page), person);
  return { ...phone, password: goodPassword };
}

/** Signs up with HTTP requests outside the test's browser, so that the test can begin with the sign-in. */
export async function signUpElsewhere(): Promise<Person> {
  const phone = newPhone();
  await signUpByRequests(origin, new SocketBrowser(), { phone: phone.e164, password: goodPassword });
  return { ...phone, password: goodPassword };
}

/** Signs in with HTTP requests. The next document of the page is signed in. */
export async function signInByRequests(page: Page, { e164: phone, password }: Person): Promise<void> {
  const answer = await new PageRequests(page).post(origin, '/vid/ajax/auth/login/phone', { phone, password });
  expect(answer).toMatchObject({ status: 200, code: undefined });
}

export async function signUpInBrowser(
  page: AnyPage,
  { kind = 'personal' }: { kind?: 'personal' | 'enterprise' } = {},
): Promise<Person> {
  const phone = newPhone();
  await page.goto('/vid/web/signup/otp');
  // The radio button itself is hidden behind its card, so force the click.
  await radio(page, `signUp.kind.${kind}`).check({ force: true });
  await verifyPhone(page, phone);
  await finishSignUp(page);
  return { ...phone, password: goodPassword };
}

/** Fills in and submits the password form, which must already be shown. */
export async function submitPassword(page: AnyPage, person: Omit<Person, 'e164'>): Promise<void> {
  // When the page becomes interactive, it fills in the phone of an earlier attempt.
  await waitForLiveForm(page);
  await phoneField(page).fill(person.typed);
  await passwordField(page).fill(person.password);
  await button(page, 'common.signIn').click();
}

export async function signIn(page: AnyPage, person: Person): Promise<void> {
  await page.goto('/vid/web/signin');
  await submitPassword(page, person);
  await page.waitForURL('**/user/information');
}

/**
 * Makes this browser forget its session, which remains valid. Clears the cookies last: if the server refused a session
 * that is still stored, the page would keep its path for the next sign-in.
 */
export async function forgetSession(page: AnyPage): Promise<void> {
  await page.evaluate(() => {
    if (location.protocol !== 'about:') localStorage.clear();
  });
  await page.context().clearCookies();
}
