import { Buffer } from 'node:buffer';
import { onTestFinished, vi } from 'vitest';
import { VidSso, type VidSsoError, type VidSsoResult } from '../src/index.ts';

export const vidOrigin = 'https://id.example.vn';
export const iss = `${vidOrigin}/vid/oidc`;
export const redirectUri = 'https://app.example.vn/callback?from=vid';

export function createSso() {
  const sso = new VidSso({ origin: vidOrigin, appCode: 'app', clientId: 'app-web', redirectUri, lang: 'en' });
  const successes: VidSsoResult[] = [];
  const errors: VidSsoError[] = [];
  let loaded = 0;
  sso.on('success', (result) => successes.push(result));
  sso.on('error', (error) => errors.push(error));
  sso.on('loaded', () => (loaded += 1));
  return { sso, successes, errors, loaded: () => loaded };
}

/**
 * Returns the error of a sign-in, or undefined if it succeeds. Attaches its handler immediately, so that the rejection
 * is never unhandled.
 */
export function refusalOf(signingIn: Promise<unknown>): Promise<unknown> {
  return signingIn.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Stubs `open`. Returns the popup, and a function that waits for the URL to which the page navigates it. */
export function fakePopup() {
  const popup = { closed: false, location: { href: '' }, close: vi.fn<() => void>() };
  vi.stubGlobal('open', () => popup);
  const address = async (): Promise<URL> => {
    await vi.waitUntil(() => popup.location.href !== '', { timeout: 20_000 });
    return new URL(popup.location.href);
  };
  return { popup, address };
}

/** Makes storage throw when it is read, until the test ends, as in browsers that block cookies. */
export function blockStorage(): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  if (!before) throw new Error('no storage to block');
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  onTestFinished(() => void Object.defineProperty(globalThis, 'sessionStorage', before));
}

export const encode = (code: string, message?: unknown): string =>
  `sso-${Buffer.from(JSON.stringify({ code, message })).toString('base64')}`;

/** Dispatches a message with the `origin` and `source` that a browser would set. */
export function deliver(data: unknown, origin: string, source: unknown): void {
  const message = new MessageEvent('message', { data, origin });
  Object.defineProperty(message, 'source', { value: source });
  globalThis.dispatchEvent(message);
}
