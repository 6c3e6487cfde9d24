import { TestAuthenticator } from './authenticator.ts';
import type { TestBrowser } from '../browser.ts';

type Answer = Awaited<ReturnType<TestBrowser['post']>>;

const signInPath = '/vid/ajax/auth/login/passkey';

export async function passkeyOptions(browser: TestBrowser, path: string) {
  const answer = await browser.post(path);
  if (answer.status !== 200) throw new Error(`${path} returned ${answer.status} ${answer.code ?? ''}`);
  return answer.raw.json<{ data: { challenge: string; user: { id: string } } }>().data;
}

export async function sendNewPasskey(browser: TestBrowser, device: TestAuthenticator): Promise<Answer> {
  const options = await passkeyOptions(browser, '/vid/api/passkey-options');
  return browser.post('/vid/api/passkeys', { passkey: device.create(options) });
}

/**
 * Calls `sendNewPasskey`, by default with a new device.
 * @throws if the server refuses the passkey
 */
export async function addPasskey(browser: TestBrowser, device = new TestAuthenticator()) {
  const answer = await sendNewPasskey(browser, device);
  if (answer.status !== 200)
    throw new Error(`adding a passkey returned ${answer.status} ${answer.code ?? ''}`);
  return { device, id: String(answer.data['id']) };
}

export async function signInByPasskey(browser: TestBrowser, device: TestAuthenticator): Promise<Answer> {
  const options = await passkeyOptions(browser, `${signInPath}/options`);
  return browser.post(signInPath, { passkey: device.get(options) });
}
