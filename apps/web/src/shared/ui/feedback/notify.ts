import { useSyncExternalStore } from 'react';

/** `text` is a `message` or a server's text. */
export type Notification = { readonly id: number; readonly tone: 'success' | 'error'; readonly text: string };

let nextId = 1;
let shown: readonly Notification[] = [];
const listeners = new Set<() => void>();
const none: readonly Notification[] = [];

function change(next: readonly Notification[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function add(tone: Notification['tone'], text: string): void {
  // A repeated text replaces its earlier copy, so that a failing network is reported once.
  const others = shown.filter((one) => one.text !== text || one.tone !== tone);
  change([...others.slice(-2), { id: nextId++, tone, text }]);
}

export const notify = {
  success: (text: string): void => add('success', text),
  error: (text: string): void => add('error', text),
  /** Clears the notifications of the previous session when a session starts or ends. */
  clear: (): void => change(none),
  dismiss: (id: number): void => change(shown.filter((one) => one.id !== id)),
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNotifications(): readonly Notification[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
}
