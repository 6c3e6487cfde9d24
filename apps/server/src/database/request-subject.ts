import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<{ subject: string }>();

/**
 * Runs a request for a subject: while no database connection is free, the requests of all subjects take turns. Without
 * turns, one network that sends many requests at the same time would delay all others.
 */
export const runFor = <T>(subject: string, work: () => T): T => requests.run({ subject }, work);

/** Makes an account or an application the subject of the rest of the request, in place of its network. */
export function continueFor(subject: string): void {
  const request = requests.getStore();
  if (request) request.subject = subject;
}

/** Returns the subject of the current request; empty outside a request and in `runForAll`. */
export const currentSubject = (): string => requests.getStore()?.subject ?? '';

/** Runs work that is not for the current request alone, such as a statement that several requests share. */
export const runForAll: <T>(work: () => T) => T = (work) => requests.exit(work);
