import { expect } from '@playwright/test';
import type { AnyLocator, AnyPage, Scope } from '../any-page.ts';
import type { Phone } from '../people/phones.ts';

// The examples have no message catalogue, so locate their elements by id and form action.
export const sdkPage = {
  popup: <Found>(page: Scope<Found>) => page.locator('#popup'),
  redirect: <Found>(page: Scope<Found>) => page.locator('#redirect'),
  register: <Found>(page: Scope<Found>) => page.locator('#register'),
  signOut: <Found>(page: Scope<Found>) => page.locator('#sign-out'),
  status: <Found>(page: Scope<Found>) => page.getByRole('status'),
};
export const oidcPage = {
  signIn: <Found>(page: Scope<Found>) => page.locator('form[action="/login"] button:not(.quiet)'),
  signOut: <Found>(page: Scope<Found>) => page.locator('form[action="/logout"] button'),
};

const addresses = new Map<string, string>();

/** Returns the URL of an example. Reads it once per Playwright worker. */
export async function findExample(page: AnyPage, name: '@vid/sso' | 'OpenID Connect'): Promise<string> {
  const known = addresses.get(name);
  if (known !== undefined) return known;
  await page.goto('/vid/dev/?lang=en');
  const link = page.getByRole('link', { name: `Example with ${name}` });
  const address = (await link.getAttribute('href')) ?? '';
  // VID does not wait for the examples to start, so poll the example.
  const status = async () => (await page.request.get(address).catch(() => undefined))?.status();
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  addresses.set(name, address);
  return address;
}

const masked = (e164: string): string => `${e164.slice(0, 5)} ••• ${e164.slice(-3)}`;

async function expectSignedIn(
  page: AnyPage,
  example: string,
  { e164, signOut }: { e164: string; signOut: AnyLocator },
): Promise<void> {
  await page.waitForURL(example);
  await signOut.waitFor();
  await page.getByText(masked(e164)).waitFor();
}

export const expectInSdkExample = (page: AnyPage, example: string, { e164 }: Pick<Phone, 'e164'>) =>
  expectSignedIn(page, example, { e164, signOut: sdkPage.signOut(page) });

export const expectInOidcExample = (page: AnyPage, example: string, { e164 }: Pick<Phone, 'e164'>) =>
  expectSignedIn(page, example, { e164, signOut: oidcPage.signOut(page) });
