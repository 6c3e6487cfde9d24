import { basePath, paths } from './paths.ts';
import { isLeaving, markLeaving, unwatchLeaving, watchLeaving } from '#shared/lib/browser/leaving.ts';
import { commonEvents } from '#state/common.ts';

async function isServerReachable(): Promise<boolean> {
  return fetch(`${basePath}${paths.signIn}`, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const reloadedAtKey = 'vid:reloadedForUpdate';

/**
 * Records a reload. Returns false if a reload was recorded in the last minute, or if storage is blocked and reloads
 * cannot be counted.
 */
function recordReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
    if (Date.now() - last < 60_000) return false;
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reloads the page after a failed load, because a server update removes the old chunks and Chromium does not load a
 * failed module again. Does nothing while the browser is leaving the page: Firefox and WebKit then abort its loads, and
 * a reload would cancel the navigation. Reloads at most once a minute, and only if the server responds, because a
 * reload without a network would replace the app with the browser's error page.
 */
export async function reloadAfterFailedLoad(): Promise<'leaving' | 'unreachable' | 'useless'> {
  if (isLeaving()) return 'leaving';
  if (!(await isServerReachable())) return 'unreachable';
  if (isLeaving()) return 'leaving';
  if (!recordReload()) return 'useless';
  markLeaving();
  location.reload();
  return 'leaving';
}

/** Resolves when the network is back, or after a pause that grows with each attempt. */
function nextChance(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(1_000 * 2 ** attempt, 30_000));
    addEventListener('online', finish);
  });
}

/**
 * Loads a part of the app, and retries until the network is back. While it waits, `isPageWaiting` is set,
 * which shows the offline banner. Stays pending while the browser leaves or reloads the page. Rejects if
 * the server responds but a reload has not helped or cannot be counted.
 */
export async function loadPersistently<T>(load: () => Promise<T>): Promise<T> {
  // The build renders pages in Node, which has no browser events.
  if (import.meta.env.SSR) return load();
  let hasWaited = false;
  watchLeaving();
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await load();
      } catch (error) {
        const outcome = await reloadAfterFailedLoad();
        if (outcome === 'useless') throw error;
        if (outcome === 'unreachable' && !hasWaited) {
          hasWaited = true;
          commonEvents.pageWaitStarted();
        }
        await nextChance(attempt);
      }
    }
  } finally {
    unwatchLeaving();
    if (hasWaited) commonEvents.pageWaitEnded();
  }
}
