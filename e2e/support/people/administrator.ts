import type { Browser, Page } from '@playwright/test';
import { appCode } from '@vid/testkit/http/app-code';
import { type Caller, expectOk, verifyPhone } from '@vid/testkit/http/socket-steps';
import type { Person } from '../journey.ts';
import { PageRequests } from '../checks/page-requests.ts';
import { newPhone } from './phones.ts';
import { origin } from '../requests.ts';
import { operate } from '../run.ts';

/**
 * Creates an administrator, signs in with password and one-time code, and sets up an authenticator app. Returns the
 * data for another sign-in.
 */
export async function signInAdministrator(requests: Caller): Promise<Person & { secret: string }> {
  const post = async (path: string, body: object) => expectOk(path, await requests.post(origin, path, body));
  const { typed, e164: phone } = newPhone();
  const password = await operate('createAdministrator', phone);
  // Send the password first. VID refuses the password alone, and then accepts the code as the second factor.
  await requests.post(origin, '/vid/ajax/auth/login/phone', { phone, password });
  const otpToken = await verifyPhone(origin, requests, { phone, purpose: 'signin' });
  await post('/vid/ajax/auth/login/otp', { phone, otpToken });
  const { secret } = await post('/vid/api/users/two-step/setup', {});
  await post('/vid/api/users/two-step/confirm', { code: appCode(String(secret)) });
  return { typed, e164: phone, password, secret: String(secret) };
}

export async function newAdministrator(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAdministrator(new PageRequests(page));
  return page;
}
