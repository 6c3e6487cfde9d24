import { VidSsoError } from './errors.ts';

/** What a window stores about a sign-in until it completes. Never sent anywhere. */
export type Pending = {
  readonly verifier: string;
  readonly data?: string;
  /** The role of this window in a popup sign-in. Absent for a redirect, which has one window. */
  readonly window?: 'opener' | 'popup';
  /** Milliseconds since 1970. */
  readonly startedAt: number;
};

const prefix = 'vid-sso:';
/** How long a user may take to sign in. */
export const timeoutMs = 15 * 60_000;

/** @throws VidSsoError UNSUPPORTED without storage */
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

/** The states of this window's popups that have not timed out, newest first. */
export function listOpenedPopups(): string[] {
  const opened: [state: string, startedAt: number][] = [];
  for (const key of Object.keys(ownStorage() ?? {}).filter((name) => name.startsWith(prefix))) {
    const state = key.slice(prefix.length);
    const pending = findPending(state);
    if (pending?.window !== 'opener') continue;
    if (Date.now() - pending.startedAt < timeoutMs) opened.push([state, pending.startedAt]);
    else forgetPending(state);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- a local array; many phones lack toSorted
  return opened.sort(([, one], [, other]) => other - one).map(([state]) => state);
}

/** Undefined if the browser blocks storage, which it does together with cookies. */
export function ownStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
