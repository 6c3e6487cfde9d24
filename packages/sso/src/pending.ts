import { VidSsoError } from './errors.ts';

/** The data that a window stores about a pending sign-in. The SDK does not send the data. */
export type Pending = {
  readonly verifier: string;
  readonly data?: string;
  /** The role of this window in a popup sign-in. Absent for a redirect, which uses only one window. */
  readonly window?: 'opener' | 'popup';
  /** The start of the sign-in, in milliseconds since 1970. */
  readonly startedAt: number;
};

const prefix = 'vid-sso:';
/** Time limit of a sign-in through a popup. */
export const timeoutMs = 15 * 60_000;

/**
 * Stores the data of a pending sign-in.
 * @throws VidSsoError UNSUPPORTED without storage
 */
export function keepPending(state: string, pending: Pending, storage: Storage | undefined): void {
  if (!storage)
    throw new VidSsoError('UNSUPPORTED', 'Signing in requires session storage, which this browser blocks.');
  storage.setItem(prefix + state, JSON.stringify(pending));
}

export function findPending(state: string): Pending | undefined {
  const text = ownStorage()?.getItem(prefix + state) ?? null;
  if (text === null) return undefined;
  const pending: Pending = JSON.parse(text);
  return pending;
}

export function forgetPending(state: string): void {
  ownStorage()?.removeItem(prefix + state);
}

/** A popup that this window opened. `until` is the popup's timeout in milliseconds since 1970. */
type OpenedPopup = { readonly state: string; readonly until: number };

/** Lists this window's popups that have not timed out, newest first, and forgets the others. */
export function listOpenedPopups(): OpenedPopup[] {
  const opened: OpenedPopup[] = [];
  for (const [key, text] of Object.entries<string>(ownStorage() ?? {})) {
    if (!key.startsWith(prefix)) continue;
    const state = key.slice(prefix.length);
    const pending: Pending = JSON.parse(text);
    if (pending.window !== 'opener') continue;
    const until = pending.startedAt + timeoutMs;
    if (Date.now() < until) opened.push({ state, until });
    else forgetPending(state);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- a local array; many phones lack toSorted
  return opened.sort((one, other) => other.until - one.until);
}

/**
 * Returns this window's session storage, or undefined if the browser blocks storage, as it does together with cookies.
 */
export function ownStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
