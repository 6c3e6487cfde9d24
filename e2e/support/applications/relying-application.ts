import { createHash, randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AnyPage } from '../any-page.ts';
import type { ApplicationSite } from './applications.ts';
import { submitPassword, type Person } from '../journey.ts';
import { expectTitle, link } from '../screen.ts';

export const addressesAt = ({ origin }: ApplicationSite) => ({
  redirectUri: `${origin}/callback`,
  postLogoutUri: `${origin}/bye`,
});

const newChallenge = (): string => createHash('sha256').update(randomBytes(32)).digest('base64url');

export function landing(site: ApplicationSite, code: string, more: Record<string, string> = {}): string {
  const query = {
    appCode: code,
    clientId: `${code}-web`,
    redirectTo: `${site.origin}/callback`,
    codeChallenge: newChallenge(),
    ...more,
  };
  return `/vid/web/home?${new URLSearchParams(query).toString()}`;
}

export function landingForSignOut(code: string, redirectTo: string): string {
  const query = { appCode: code, clientId: `${code}-web`, redirectTo, action: 'logout' };
  return `/vid/web/home?${new URLSearchParams(query).toString()}`;
}

export function authorize(site: ApplicationSite, code: string, more: Record<string, string> = {}): string {
  const query = {
    client_id: `${code}-web`,
    response_type: 'code',
    scope: 'openid profile phone',
    redirect_uri: `${site.origin}/callback`,
    state: 'st',
    code_challenge: newChallenge(),
    code_challenge_method: 'S256',
    ...more,
  };
  return `/vid/oidc/auth?${new URLSearchParams(query).toString()}`;
}

export function endSession(site: ApplicationSite, code: string): string {
  const query = {
    client_id: `${code}-web`,
    post_logout_redirect_uri: `${site.origin}/bye`,
    state: 'x',
  };
  return `/vid/oidc/session/end?${new URLSearchParams(query).toString()}`;
}

/** Waits until a popup has closed, even if it closed before the call. */
export async function waitUntilClosed(popup: Page): Promise<void> {
  await expect.poll(() => popup.isClosed()).toBe(true);
}

/**
 * Presses a popup's close button inside the page, because `click` fails if the page closes before Playwright has its
 * response.
 */
export async function closeWith(closeButton: Locator): Promise<void> {
  const popup = closeButton.page();
  await closeButton.evaluate((element: HTMLElement) => void setTimeout(() => element.click()));
  await waitUntilClosed(popup);
}

/** Locates the status text on the application's page: `ready` at first, then the outcome of the sign-in. */
export const resultOf = (page: Page): Locator => page.locator('#result');

export async function openApplication(
  page: Page,
  { site, code, vid }: { site: ApplicationSite; code: string; vid: string | undefined },
): Promise<void> {
  await page.goto(`${site.origin}/#origin=${encodeURIComponent(vid ?? '')}&code=${code}`);
  await expect(resultOf(page)).toContainText('ready');
}

export async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.locator('#popup').click();
  return opened;
}

export async function signInByPasswordTab(page: AnyPage, person: Person): Promise<void> {
  await link(page, 'common.password').click();
  await page.waitForURL(/\/vid\/web\/signin(?:\?|$)/u);
  // The one-time code tab has a phone field too, and stays on screen until the password tab has loaded.
  await expectTitle(page, 'auth.signIn.title');
  await submitPassword(page, person);
}

/** Counts the authorization codes that the page requests from now on. Returns a function that reads the count. */
export function countCodes(page: Page): () => number {
  let codes = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/code/request')) codes += 1;
  });
  return () => codes;
}

export async function hasSessionCookie(page: Page, vid: string | undefined): Promise<boolean> {
  const cookies = await page.context().cookies(vid ?? '');
  return cookies.some(({ name }) => name === 'vid_sid');
}
