import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { type Client, type ClientPorts, createClient } from './client.ts';

type ClientEvents = Pick<
  ClientPorts,
  'onLoadingStarted' | 'onLoadingStopped' | 'onFailed' | 'onSucceeded' | 'onSessionRefused'
>;

const nobody = (): void => {};
let events: ClientEvents = {
  onLoadingStarted: nobody,
  onLoadingStopped: nobody,
  onFailed: nobody,
  onSucceeded: nobody,
  onSessionRefused: nobody,
};

/** Whom the client tells; called once, at start-up. */
export function connectClient(listeners: ClientEvents): void {
  events = listeners;
}

/** The one client of the app. */
export const api: Client = createClient({
  baseUrl: () => location.origin,
  fetch: (url, init) => fetch(url, init),
  languageTag: getLanguageTag,
  userAgent: () => navigator.userAgent,
  isOnline: () => navigator.onLine,
  monotonicNow: () => performance.now(),
  pause: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  onLoadingStarted: () => events.onLoadingStarted(),
  onLoadingStopped: () => events.onLoadingStopped(),
  onFailed: (failure) => events.onFailed(failure),
  onSucceeded: (endpoint) => events.onSucceeded(endpoint),
  onSessionRefused: (code) => events.onSessionRefused(code),
});
