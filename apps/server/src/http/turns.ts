import { AppError } from '#lib/app-error.ts';

type Limits = {
  /** Calls of one subject that run at the same time in a process. */
  readonly running: number;
  /** Further calls of the subject that wait for one of these to end. */
  readonly waiting: number;
};

type Line = { running: number; readonly waiting: (() => void)[] };

const retrySeconds = 2;

/**
 * Lets a few calls of one subject run at the same time, and the others wait in their order. A call that is slow or
 * waits for a lock holds a database connection, so that without turns one member, manager or machine client could
 * take the connections of all others.
 */
export function createTurns(limits: Limits) {
  const lines = new Map<string, Line>();
  const end = (subject: string, line: Line): void => {
    const next = line.waiting.shift();
    if (next) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(subject);
  };
  return {
    /**
     * Resolves with the function that ends the turn.
     * @throws AppError RATE_LIMITED if too many calls of the subject wait
     */
    async take(subject: string): Promise<() => void> {
      const line = lines.get(subject) ?? { running: 0, waiting: [] };
      if (line.running < limits.running) {
        line.running += 1;
        lines.set(subject, line);
      } else if (line.waiting.length < limits.waiting)
        await new Promise<void>((resolve) => {
          line.waiting.push(resolve);
        });
      else throw new AppError('RATE_LIMITED', { retryAfterSeconds: retrySeconds });
      return () => end(subject, line);
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
