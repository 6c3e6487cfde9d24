/** If the page has not unloaded this long after `beforeunload`, the navigation was abandoned. */
const leavingMs = 10_000;

/**
 * Returns whether the browser is leaving the page. While a browser leaves a page, Firefox and WebKit abort the loads of
 * the page, which must not look like failures. No event reports an abandoned navigation (the user stopped it, chose to
 * stay, or opened another program), so the answer expires after ten seconds. The time is stored on the document,
 * because the before-paint script shares no modules with the app.
 */
export function isLeaving(): boolean {
  const { leaving } = document.documentElement.dataset;
  return leaving !== undefined && performance.now() - Number(leaving) < leavingMs;
}

export function markLeaving(): void {
  document.documentElement.dataset['leaving'] = String(performance.now());
}

/** Clears the mark on a page that is restored from the back/forward cache, because the page is open again. */
function unmarkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) delete document.documentElement.dataset['leaving'];
}

let watchers = 0;

/**
 * Watches for the browser leaving the page, until `unwatchLeaving` has been called as many times as this function. The
 * before-paint script starts to watch, since users leave pages whose scripts are still loading, and the app stops once
 * it is shown.
 */
export function watchLeaving(): void {
  watchers += 1;
  addEventListener('pageshow', unmarkRestored);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the app must be able to remove the early script's handler
  globalThis.onbeforeunload = markLeaving;
}

/** Stops watching, because some browsers keep pages with this handler out of the back/forward cache. */
export function unwatchLeaving(): void {
  watchers -= 1;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- `watchLeaving` sets this property
  if (watchers === 0) globalThis.onbeforeunload = null;
}

export function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'reload';
}
