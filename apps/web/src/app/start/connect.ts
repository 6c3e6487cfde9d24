import { requestFailed, watchNotifications } from '#app/notifications.ts';
import { watchOtherTabs } from '#session/follow-other-tabs.ts';
import { deliverSignOut, onSessionEnded, sessionRefused } from '#session/session.ts';
import { watchConnection } from '#session/watch-connection.ts';
import { connectClient } from '#shared/api/api.ts';
import { getLocale, onLocaleChanged } from '#shared/i18n/i18n.ts';
import { notify } from '#shared/ui/feedback/notify.ts';
import { commonEvents } from '#state/common.ts';
import { followEntries } from '#state/persistence/entry-fields.ts';
import { ssoEvents } from '#state/sso.ts';
import { watchRestoredPage } from './follow-sso-request.ts';

const retrySignOut = (): void => void deliverSignOut();

/** Stores each language the user chooses. */
function watchLocale(): () => void {
  let shown = getLocale();
  return onLocaleChanged(() => {
    // The event also reports newly loaded texts of the same language.
    if (getLocale() !== shown) ssoEvents.localeChosen(getLocale());
    shown = getLocale();
  });
}

/** Connects the HTTP client, the slices and the browser's events. Returns a function that disconnects them. */
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
