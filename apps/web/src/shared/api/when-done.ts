/**
 * Calls `next` with the result of a mutation (`mutateAsync`), even if its component has been unmounted by then, as
 * after a change that replaces what showed the old state. The callbacks of `mutate` are dropped in that case, which
 * suits only a dialog that was cancelled while it waited. A failure stays in the mutation, which its component shows.
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
