import { watchOtherTabs } from '#session/follow-other-tabs.ts';
import { deliverSignOut, onSessionEnded, sessionRefused } from '#session/session.ts';
import { connectClient } from '#shared/api/api.ts';
import { getLocale, onLocaleChanged } from '#shared/i18n/i18n.ts';
import { notify } from '#shared/ui/feedback/notify.ts';
import { commonEvents, useCommon } from '#state/common.ts';
import { followEntries } from '#state/persistence/entry-fields.ts';
import { ssoEvents } from '#state/sso.ts';
import { watchRestoredPage } from './follow-sso-request.ts';
import { type ApiFailure, failureText } from '#shared/api/api-failure.ts';
import { message } from '#shared/forms/message.ts';

const wentOffline = (): void => commonEvents.wentOffline();
const cameOnline = (): void => commonEvents.cameOnline();

/**
 * Tracks whether the browser is offline. Uses the browser's events instead of `navigator.onLine` at start, because a
 * machine without a network can still reach a local server.
 */
function watchConnection(): () => void {
  addEventListener('offline', wentOffline);
  addEventListener('online', cameOnline);
  return () => {
    removeEventListener('offline', wentOffline);
    removeEventListener('online', cameOnline);
  };
}

function requestFailed(failure: ApiFailure): void {
  commonEvents.failed({ text: failureText(failure), requestId: failure.requestId });
}

function watchNotifications(): () => void {
  return useCommon.subscribe(({ error, displayMessage }) => {
    if (error !== null) {
      commonEvents.errorShown();
      notify.error(error.text);
    }
    if (displayMessage !== null) {
      commonEvents.messageShown();
      notify.success(message(displayMessage));
    }
  });
}

const retrySignOut = (): void => void deliverSignOut();

function watchLocale(): () => void {
  let shown = getLocale();
  return onLocaleChanged(() => {
    // `onLocaleChanged` also calls its listener when more texts of the same language have loaded.
    if (getLocale() !== shown) ssoEvents.localeChosen(getLocale());
    shown = getLocale();
  });
}

/** Connects the HTTP client, the slices and the browser's events. Returns a function that removes the listeners. */
export function connect(): () => void {
  connectClient({
    onLoadingStarted: () => commonEvents.loadingStarted(),
    onLoadingStopped: () => commonEvents.loadingStopped(),
    onFailed: requestFailed,
    onSucceeded: (text) => commonEvents.succeeded(text),
    onSessionRefused: sessionRefused,
  });
  addEventListener('online', retrySignOut);
  const stops = [
    watchNotifications(),
    onSessionEnded(notify.clear),
    watchConnection(),
    watchOtherTabs(),
    watchLocale(),
    watchRestoredPage(),
    followEntries(),
    () => removeEventListener('online', retrySignOut),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
