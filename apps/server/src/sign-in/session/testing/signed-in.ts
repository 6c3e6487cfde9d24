import { signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import type { TestServer } from '@vid/testkit/server';

export async function signedInBrowser(
  { app }: Pick<TestServer, 'app'>,
  account: { readonly phone: string; readonly password: string },
): Promise<TestBrowser> {
  const browser = new TestBrowser(app);
  await signIn(browser, account);
  return browser;
}
