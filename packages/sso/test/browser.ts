import { Buffer } from 'node:buffer';
import { vi } from 'vitest';
import { VidSso, type VidSsoError, type VidSsoResult } from '../src/index.ts';

export const vidOrigin = 'https://id.example.vn';
export const iss = `${vidOrigin}/vid/oidc`;
export const redirectUri = 'https://app.example.vn/callback?from=vid';

/** An SDK with all that it has told so far. */
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

/** What a sign-in is refused with; asked for at once, so that no refusal comes before someone waits for it. */
export function refusalOf(signingIn: Promise<unknown>): Promise<unknown> {
  return signingIn.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A window that `open` gives out; what is written to its address is kept. */
export function fakePopup() {
  const popup = { closed: false, location: { href: '' }, close: vi.fn<() => void>() };
  vi.stubGlobal('open', () => popup);
  const address = async (): Promise<URL> => {
    await vi.waitUntil(() => popup.location.href !== '');
    return new URL(popup.location.href);
  };
  return { popup, address };
}

export const encode = (code: string, message?: unknown): string =>
  `sso-${Buffer.from(JSON.stringify({ code, message })).toString('base64')}`;

/** As the browser delivers it: `origin` and `source` cannot be forged by a sender. */
export function deliver(data: unknown, origin: string, source: unknown): void {
  const message = new MessageEvent('message', { data, origin });
  Object.defineProperty(message, 'source', { value: source });
  globalThis.dispatchEvent(message);
}
