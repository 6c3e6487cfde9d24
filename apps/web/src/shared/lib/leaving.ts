/** A page that has not unloaded this long after `beforeunload` stays. */
const leavingMs = 10_000;

/**
 * Whether the browser is leaving the page. Firefox and WebKit then abort its loads, which must not look like failures.
 * No event reports an abandoned navigation: the user stopped it, chose to stay, or it opened another program. The
 * answer is therefore yes for ten seconds only. The time is on the document, because the script before the
 * first paint shares no modules with the app.
 */
export function isLeaving(): boolean {
  const { leaving } = document.documentElement.dataset;
  return leaving !== undefined && performance.now() - Number(leaving) < leavingMs;
}

export function markLeaving(): void {
  document.documentElement.dataset['leaving'] = String(performance.now());
}

/** A page restored from the back/forward cache has not been left. */
function unmarkRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) delete document.documentElement.dataset['leaving'];
}

let watchers = 0;

/**
 * Notices when the browser leaves the page, until `unwatchLeaving` has been called as often. The script before the first
 * paint starts to watch, since people leave pages whose scripts are still loading, and the app stops once it is shown.
 */
export function watchLeaving(): void {
  watchers += 1;
  addEventListener('pageshow', unmarkRestored);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the app must be able to remove the early script's handler
  globalThis.onbeforeunload = markLeaving;
}

/** Some browsers do not cache pages with this handler for Back. */
export function unwatchLeaving(): void {
  watchers -= 1;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- see above
  if (watchers === 0) globalThis.onbeforeunload = null;
}
