import { getLanguageTag } from '#shared/i18n/i18n.ts';
import { type Client, type ClientPorts, createClient } from './client.ts';

type ClientEvents = Pick<
  ClientPorts,
  | 'onLoadingStarted'
  | 'onLoadingStopped'
  | 'onFailed'
  | 'onSucceeded'
  | 'onSessionRefused'
  | 'confirmIdentity'
>;

const ignore = (): void => {};
let events: ClientEvents = {
  onLoadingStarted: ignore,
  onLoadingStopped: ignore,
  onFailed: ignore,
  onSucceeded: ignore,
  onSessionRefused: ignore,
  confirmIdentity: async () => false,
};

/** Sets listeners of the client. Called at start-up, and while a layout can ask the user to re-authenticate. */
export function connectClient(listeners: Partial<ClientEvents>): void {
  events = { ...events, ...listeners };
}

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
  onSucceeded: (text) => events.onSucceeded(text),
  onSessionRefused: (code) => events.onSessionRefused(code),
  confirmIdentity: (refusal) => events.confirmIdentity(refusal),
});
