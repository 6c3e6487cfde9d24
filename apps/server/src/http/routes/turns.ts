import { AppError } from '#lib/app-error.ts';

type Limits = {
  readonly running: number;
  /** Maximum number of waiting calls of one part of a subject, such as one session of an account. */
  readonly waiting: number;
  /**
   * Maximum wait for a turn, shorter than the lock timeout of a statement. Otherwise a call whose turn comes
   * because another call timed out would wait for the same lock again.
   */
  readonly waitMs: number;
};

type Line = { running: number; readonly waiting: Map<string, (() => void)[]> };

const retrySeconds = 2;

/**
 * Limits the concurrent calls of a subject. A call that is slow or waits for a lock holds a database
 * connection, so without turns one member, manager or machine client could take everyone's connections. The
 * parts of a subject take turns, so that the calls of a stolen session do not block the owner's calls.
 */
export function createTurns(limits: Limits) {
  const lines = new Map<string, Line>();
  const end = (subject: string, line: Line): void => {
    const [next] = line.waiting;
    if (next) {
      const [part, calls] = next;
      // A part with further waiting calls goes to the back of the queue.
      line.waiting.delete(part);
      calls.shift()?.();
      if (calls.length > 0) line.waiting.set(part, calls);
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(subject);
  };
  return {
    /** Number of calls that wait for a turn. */
    waiting(): number {
      const calls = [...lines.values()].flatMap((line) => [...line.waiting.values()]);
      return calls.reduce((sum, { length }) => sum + length, 0);
    },
    /**
     * Waits for a turn, and returns the function that ends it.
     * @throws AppError RATE_LIMITED if too many calls of the part wait, UNAVAILABLE if the call has waited
     *   too long
     */
    async take(subject: string, part: string): Promise<() => void> {
      const line = lines.get(subject) ?? { running: 0, waiting: new Map() };
      const calls = line.waiting.get(part) ?? [];
      if (line.running < limits.running) {
        line.running += 1;
        lines.set(subject, line);
      } else if (calls.length < limits.waiting)
        await new Promise<void>((resolve, reject) => {
          const run = (): void => {
            clearTimeout(timer);
            resolve();
          };
          const timer = setTimeout(() => {
            calls.splice(calls.indexOf(run), 1);
            if (calls.length === 0) line.waiting.delete(part);
            reject(new AppError('UNAVAILABLE', { retryAfterSeconds: retrySeconds }));
          }, limits.waitMs);
          calls.push(run);
          line.waiting.set(part, calls);
        });
      else throw new AppError('RATE_LIMITED', { retryAfterSeconds: retrySeconds });
      return () => end(subject, line);
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
