import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  register,
  startApplicationSite,
  type ApplicationSite,
} from '../support/applications/applications.ts';
import { runVid } from '../support/run.ts';
import {
  enterCode,
  fillSignUp,
  finishSignUp,
  forgetSession,
  signUp,
  submitPassword,
} from '../support/journey.ts';
import { newPhone } from '../support/people/phones.ts';
import { takeScreenshot } from '../support/checks/screenshots.ts';
import {
  addressesAt,
  countCodes,
  hasSessionCookie,
  landing,
  landingForSignOut,
  openApplication,
  openPopup,
  resultOf,
  waitUntilClosed,
} from '../support/applications/relying-application.ts';
import { button, expectTitle, link, pressAndClose, text } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { textsIn } from '../support/texts.ts';

const names = { first: 'Sàn giao dịch Hội', third: 'Báo giá Bất động sản', closed: 'Ban quản trị' } as const;

let first = '';
let third = '';
let closed = '';
let site: ApplicationSite;

// Run this file in one worker, which registers the applications once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  [first, third, closed] = [`first-${suffix}`, `third-${suffix}`, `closed-${suffix}`];
  site = await startApplicationSite();
  const common = { ...addressesAt(site), access: 'open' } as const;
  await register(
    { ...common, code: first, name: names.first, isFirstParty: true },
    { ...common, code: third, name: names.third, isFirstParty: false },
    { ...common, code: closed, name: names.closed, isFirstParty: true, access: 'restricted' },
  );
});
test.afterAll(() => site.close());

type Result = Record<string, unknown>;

async function readResult(page: Page): Promise<Result> {
  await page.waitForURL((url) => url.origin === site.origin);
  await expect(resultOf(page)).toContainText(/authCode|error|none/u);
  const value: Result = JSON.parse((await resultOf(page).textContent()) ?? '{}');
  return value;
}

async function expectSignedIn(page: Page, baseURL: string | undefined): Promise<Result> {
  const result = await readResult(page);
  expect(result).toMatchObject({
    authCode: expect.stringMatching(/^[\w-]{40,}$/u),
    codeVerifier: expect.any(String),
    iss: `${baseURL}/vid/oidc`,
    data: 'trang-chủ',
  });
  return result;
}

test('a visitor reaches the application by redirect after a sign-up with reloads', async ({
  page,
  baseURL,
}) => {
  const phone = newPhone();
  await openApplication(page, { site, code: third, vid: baseURL });
  await page.locator('#redirect').click();
  await page.waitForURL('**/signin/otp**');
  await expect(page.getByText(names.third)).toBeVisible();
  await link(page, 'auth.signIn.register').click();
  await page.waitForURL('**/signup/otp**');
  await page.reload();
  await expect(page.getByText(names.third)).toBeVisible();
  await fillSignUp(page, phone);
  await button(page, 'auth.otp.submit').click();
  await page.waitForURL('**/signup/otp/confirm**');
  await page.reload();
  await enterCode(page, phone.e164);
  await page.waitForURL('**/signup/password**');
  await finishSignUp(page);
  await button(page, 'signUp.success.continue').click();
  // An account that was just created has not consented to anything yet.
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await button(page, 'sso.consent.agree').click();
  await expectSignedIn(page, baseURL);
});

test('a signed-in user reaches a first-party application by redirect in four requests', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  await openApplication(page, { site, code: first, vid: baseURL });
  await page.locator('#redirect').click();
  await expectSignedIn(page, baseURL);
  const requests: string[] = [];
  const files: string[] = [];
  await openApplication(page, { site, code: first, vid: baseURL });
  page.on('request', (sent) => {
    if (!sent.url().startsWith(baseURL ?? '')) return;
    const { pathname } = new URL(sent.url());
    if (/\/(?:assets|icons)\//u.test(pathname)) files.push(pathname);
    else requests.push(`${sent.method()} ${pathname}`);
  });
  // Stop the clock, because with a slow server a screen would show progress after a while.
  const now = Date.now();
  await page.clock.install({ time: now });
  // `pauseAt` requires a time later than the running clock.
  await page.clock.pauseAt(now + 60_000);
  const started = Date.now();
  await page.goto(landing(site, first), { waitUntil: 'commit' });
  const arrived = Date.now();
  await page.waitForURL((url) => url.origin === site.origin, { waitUntil: 'commit' });
  const left = Date.now();
  test.info().annotations.push({
    type: 'pass-through',
    description: `${left - arrived} ms after arrival, ${left - started} ms in all: ${requests.length} requests`,
  });
  expect(requests.toSorted()).toEqual([
    'GET /vid/ajax/auth/me',
    'GET /vid/web/home',
    'POST /vid/ajax/apps/view/validateRedirectUrls',
    'POST /vid/api/auth/code/request',
  ]);
  // No screen is shown, so neither screen code nor fonts are fetched.
  expect(files.filter((file) => file.endsWith('.js'))).not.toEqual([]);
  expect(files.filter((file) => /\/view-|\.woff2$/u.test(file))).toEqual([]);
});

test('asks a signed-in user for consent before redirecting to a third-party application', async ({
  page,
  baseURL,
}) => {
  await signUp(page);
  await openApplication(page, { site, code: third, vid: baseURL });
  await page.locator('#redirect').click();
  await page.waitForURL('**/intermediate**');
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await page.reload();
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await button(page, 'sso.otherAccount').click();
  await page.waitForURL('**/signin/otp**');
  await openApplication(page, { site, code: third, vid: baseURL });
  await page.locator('#redirect').click();
  await button(page, 'sso.consent.agree').click();
  await expectSignedIn(page, baseURL);
});

test('a signed-in user’s popup delivers the code and closes', async ({ page, baseURL }) => {
  await signUp(page);
  await openApplication(page, { site, code: first, vid: baseURL });
  const popup = await openPopup(page);
  const result = await expectSignedIn(page, baseURL);
  expect(result['events']).toEqual(['loaded']);
  await waitUntilClosed(popup);
});

test('W3 keeps the popup’s opener through reloads and a sign-in by password', async ({ page, baseURL }) => {
  const person = await signUp(page);
  await forgetSession(page);
  await openApplication(page, { site, code: first, vid: baseURL });
  const popup = await openPopup(page);
  await popup.waitForURL('**/signin/otp?*mode=window*');
  await popup.reload();
  await link(popup, 'common.password').click();
  await popup.waitForURL('**/signin?*mode=window*');
  await popup.reload();
  await submitPassword(popup, person);
  await expectSignedIn(page, baseURL);
  await waitUntilClosed(popup);
});

test('W5 lets the user continue in this window without an opener', async ({ page }) => {
  await signUp(page);
  const codes = countCodes(page);
  await page.goto(landing(site, first, { mode: 'window', state: 's1' }));
  await expectTitle(page, 'sso.openerLost.title');
  expect(codes()).toBe(0);
  await button(page, 'sso.openerLost.goOn').click();
  await page.waitForURL(`${site.origin}/callback**`);
  expect(codes()).toBe(1);
});

test('W5 delivers the result if the application’s policy severs the popup', async ({ page, baseURL }) => {
  await signUp(page);
  await openApplication(page, { site, code: first, vid: baseURL });
  await page.evaluate(() => {
    const real = window.open.bind(window);
    window.open = (...args) => {
      const popup = real(...args);
      // Sever the popup, as Cross-Origin-Opener-Policy does after the popup has navigated away.
      if (popup) popup.opener = null;
      return popup;
    };
  });
  const popup = await openPopup(page);
  await pressAndClose(button(popup, 'sso.openerLost.goOn'));
  await expectSignedIn(page, baseURL);
});

test('A1 A9 redirects an invalid request to no other site', async ({ page }) => {
  await signUp(page);
  const elsewhere: string[] = [];
  page.on('request', (sent) => {
    if (!sent.url().startsWith('http://localhost:') && !sent.url().startsWith('data:'))
      elsewhere.push(sent.url());
  });
  const invalid = [
    landing(site, first, { redirectTo: 'https://evil.test/' }),
    landing(site, first, { redirectTo: `${site.origin}/callback/` }),
    landing(site, first, { redirectTo: `${site.origin}/callback?x=1` }),
    landing(site, first, { redirectTo: 'javascript:alert(1)' }),
    landing(site, first, { redirectTo: `${site.origin.replace('//', '//a@')}/callback` }),
    landing(site, first, { clientId: `${third}-web` }),
    landing(site, first, { appCode: 'unknown' }),
    landing(site, first, { codeChallenge: 'short' }),
    landing(site, first, { codeChallenge: '' }),
    '/vid/web/home?appCode=only',
    landing(site, first, { big: 'x'.repeat(2_100) }),
  ];
  for (const address of invalid) {
    await page.goto(address);
    await page.waitForURL('**/error/403?**');
    await expectTitle(page, 'sso.refused.title');
  }
  expect(elsewhere).toEqual([]);
  // A valid request still reaches the application, whatever result its query claims.
  await page.goto(`${landing(site, first)}&authCode=evil&iss=evil&state=one&state=two`);
  await page.waitForURL(`${site.origin}/callback**`);
  expect(elsewhere.filter((url) => !url.startsWith(site.origin))).toEqual([]);
});

/** Returns the reference number on the page, which a user tells the operator. */
const referenceOn = (page: Page): Promise<string> =>
  text(page, 'sso.reference').locator('xpath=..').locator('strong').innerText();

test('lets the operator find the reason for a refusal by the reference number', async ({ page }) => {
  await signUp(page);
  await page.goto(landing(site, first, { redirectTo: 'https://evil.test/' }));
  await expect(text(page, 'sso.errorCode', { code: 'REDIRECT_INVALID' })).toBeVisible();
  await takeScreenshot(page, 'refused-address');
  const trace = await runVid('sso', 'trace', await referenceOn(page));
  expect(trace).toContain(`client ${first}-web  redirect_uri`);
  expect(trace).toContain('https://evil.test/');

  await page.goto(landing(site, closed));
  await expectTitle(page, 'sso.forbidden.title', { app: names.closed });
  await expect(text(page, 'sso.errorCode', { code: 'SSO_FORBIDDEN' })).toBeVisible();
  await takeScreenshot(page, 'no-right');
  expect(await runVid('sso', 'trace', await referenceOn(page))).toContain(`client ${closed}-web`);
});

test('S5 keeps the session if the user declines a sign-out link', async ({ page, baseURL }) => {
  await signUp(page);
  await page.goto(landingForSignOut(first, `${site.origin}/bye`));
  await expectTitle(page, 'sso.logout.title');
  await page.reload();
  await expectTitle(page, 'sso.logout.title');
  expect(await hasSessionCookie(page, baseURL)).toBe(true);
  await button(page, 'sso.logout.stay').click();
  await page.waitForURL('**/user/information');
  expect(await hasSessionCookie(page, baseURL)).toBe(true);
});

test('returns the user’s language to the application after a sign-out', async ({ page, baseURL }) => {
  await signUp(page);
  expect(await hasSessionCookie(page, baseURL)).toBe(true);
  await openApplication(page, { site, code: first, vid: baseURL });
  await page.evaluate(() => Reflect.get(window, 'signOut')());
  await button(page, 'common.signOut').click();
  const result = await readResult(page);
  expect(String(result['none'])).toContain('lang=vi');
  expect(await hasSessionCookie(page, baseURL)).toBe(false);
  await page.goto('/vid/web/user/information');
  await page.waitForURL('**/signin**');
  await forgetSession(page);
  await page.goto(landing(site, first, { lang: 'en' }));
  await expect(page.getByText(textsIn('en')('sso.toContinueTo'))).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('keeps requests of two applications in two tabs separate', async ({ page, context }) => {
  await signUp(page);
  const second = await context.newPage();
  await page.goto(landing(site, third));
  await expectTitle(page, 'sso.consent.title', { app: names.third });
  await second.goto(landing(site, closed));
  await expect(text(second, 'sso.errorCode', { code: 'SSO_FORBIDDEN' })).toBeVisible();
  await button(page, 'sso.consent.agree').click();
  await page.waitForURL(`${site.origin}/callback**`);
});

test('S8 keeps the code out of the browser’s storage and VID’s history', async ({
  page,
  context,
  baseURL,
}) => {
  await signUp(page);
  // Keep the popup open, because it would close itself during the test.
  await context.addInitScript(() => {
    window.close = () => undefined;
  });
  await openApplication(page, { site, code: first, vid: baseURL });
  const popup = await openPopup(page);
  const seen: string[] = [];
  popup.on('framenavigated', (frame) => seen.push(frame.url()));
  await expectTitle(popup, 'sso.done');
  const { authCode } = await expectSignedIn(page, baseURL);
  const stored = await popup.evaluate(() =>
    JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  );
  expect(stored).toContain('vidPersist:');
  expect(stored).not.toContain(authCode);
  expect(seen.join(' ')).not.toContain(authCode);
});
