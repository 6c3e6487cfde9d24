import type { ErrorCode } from '@vid/contract/errors';
import { failedWith } from './api-failure.ts';

/**
 * Calls `next` with the result of `mutateAsync`, even if the component was unmounted in the meantime, for example
 * because the change replaced the old view. TanStack Query would drop the callbacks of `mutate`, which is right only
 * for a dialog that the user has cancelled. A failure stays in the mutation, and its component shows it.
 */
export function whenDone<Result>(done: Promise<Result>, next: (result: Result) => void): void {
  void wait(done, next);
}

async function wait<Result>(done: Promise<Result>, next: (result: Result) => void): Promise<void> {
  let result: Result;
  try {
    result = await done;
  } catch {
    return;
  }
  next(result);
}

/** Returns a handler that ignores failures with this code, for example when a session to end has already ended. */
export const ignoring =
  (code: ErrorCode) =>
  (error: unknown): void => {
    if (!failedWith(error, code)) throw error;
  };
