/** A page that has not unloaded this long after `beforeunload` has abandoned the navigation. */
const leavingMs = 10_000;

/**
 * Returns whether the browser is leaving the page. Firefox and WebKit then abort the page's loads, which must not look
 * like failures. No event reports an abandoned navigation (the user stopped it, chose to stay, or opened another
 * program), so the mark expires after ten seconds. The time is stored on the document, because the before-paint script
 * shares no modules with the app.
 */
export function isLeaving(): boolean {
  const { leaving } = document.documentElement.dataset;
  return leaving !== undefined && performance.now() - Number(leaving) < leavingMs;
}

export function markLeaving(): void {
  document.documentElement.dataset['leaving'] = String(performance.now());
}

/** Clears the mark on a page restored from the back/forward cache, because the page is open again. */
function unmarkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) delete document.documentElement.dataset['leaving'];
}

let watchers = 0;

/**
 * Watches for the browser leaving the page, until `unwatchLeaving` has been called as many times as this function. The
 * before-paint script starts watching, because users leave pages whose scripts are still loading, and the app stops
 * once it is shown.
 */
export function watchLeaving(): void {
  watchers += 1;
  addEventListener('pageshow', unmarkRestored);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the app must be able to remove the early script's handler
  globalThis.onbeforeunload = markLeaving;
}

/** Stops watching: this handler keeps pages out of the back/forward cache of some browsers. */
export function unwatchLeaving(): void {
  watchers -= 1;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- `watchLeaving` sets this property
  if (watchers === 0) globalThis.onbeforeunload = null;
}

export function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
}
