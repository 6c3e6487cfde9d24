import { inAppBrowser } from '#shared/lib/browser/in-app-browser.ts';

/** Returns whether the browser supports passkeys. Some in-app browsers have the interface, but every request fails. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis && inAppBrowser() === null;

/** Sends the signals of `signal-passkeys.ts`. Ignores failures, because the signals only tidy up. */
export function sendSignals(): void {
  if (!supportsPasskeys()) return;
  import('./signal-passkeys.ts').then(({ signalPasskeys }) => signalPasskeys()).catch(() => {});
}

const key = 'vidPasskeysHere';
const maxKept = 20;

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Returns whether this browser created a passkey, so that it is not offered another one. The stored ids are random and
 * grant nothing, so they outlive the session.
 */
export function isMadeHere(passkeyId: string): boolean {
  return readIds().includes(passkeyId);
}

export function rememberMadeHere(passkeyId: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([passkeyId, ...readIds()].slice(0, maxKept)));
  } catch {
    // Without storage, a passkey may be offered again, but the browser refuses to create a second one.
  }
}
