/** What a window keeps of a sign-in until its answer comes. Never leaves this origin. */
export type Pending = {
  readonly verifier: string;
  readonly data?: string;
  /** With a popup: which of the two windows this is. A redirect has one window only. */
  readonly window?: 'opener' | 'popup';
  /** Milliseconds since 1970. */
  readonly begunAt: number;
};

const prefix = 'vid-sso:';
/** As long as a person may take. */
export const timeoutMs = 15 * 60_000;

export function keepPending(state: string, pending: Pending, storage: Storage): void {
  storage.setItem(prefix + state, JSON.stringify(pending));
}

export function findPending(state: string): Pending | undefined {
  const text = sessionStorage.getItem(prefix + state);
  if (text === null) return undefined;
  const pending: Pending = JSON.parse(text);
  return pending;
}

export function forgetPending(state: string): void {
  sessionStorage.removeItem(prefix + state);
}

/** The states of popups that this window opened and whose answer can still come, the newest first. */
export function listOpenedPopups(): string[] {
  const opened: [state: string, begunAt: number][] = [];
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))) {
    const state = key.slice(prefix.length);
    const pending = findPending(state);
    if (pending?.window !== 'opener') continue;
    if (Date.now() - pending.begunAt < timeoutMs) opened.push([state, pending.begunAt]);
    else forgetPending(state);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- the array is ours, and toSorted is newer than many phones
  return opened.sort(([, one], [, other]) => other - one).map(([state]) => state);
}
