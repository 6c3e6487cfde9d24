import type { ErrorCode } from '@vid/contract/errors';
import { failedWith } from './api-failure.ts';

/**
 * Calls `next` with the result of a mutation (`mutateAsync`), even if its component has been unmounted since, for
 * example because the change replaced the view of the old state. The callbacks of `mutate` are dropped in that case,
 * which suits only a dialog that was cancelled while it waited. A failure stays in the mutation, and its component
 * shows it.
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

/** Returns a handler that ignores a failure with the code, such as that a session to end has already ended. */
export const ignoring =
  (code: ErrorCode) =>
  (error: unknown): void => {
    if (!failedWith(error, code)) throw error;
  };
