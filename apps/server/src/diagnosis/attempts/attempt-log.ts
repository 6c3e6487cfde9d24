import type { Sql } from '#database/connection.ts';
import type { Events } from '#platform/events/events.ts';
import type { AttemptRepo, Timed } from './attempt.repo.ts';
import type { Continuation, NewAttempt } from './attempt.ts';

/** Time for which steps are buffered, so that a busy server writes many in one transaction. */
const flushMs = 200;
/** Number of tries to store a step whose attempt another process may not have stored yet. */
const tries = 4;
const begunPerMinute = 30;
/**
 * Limit of later steps per client and minute: six for each new sign-on. Each later step queries the client's
 * attempts.
 */
const continuedPerMinute = 6 * begunPerMinute;
const maxWaiting = 1_000;

type Waiting = { readonly note: Timed<Continuation>; readonly triesLeft: number };

type Deps = {
  readonly sql: Sql;
  readonly repo: Pick<AttemptRepo, 'insert' | 'append'>;
  readonly events: Pick<Events, 'publish'>;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
};

/**
 * Records the steps of sign-ons for an application's managers. Requests do not wait for the log. An outage, a
 * rate limit or a killed process can lose steps, so nothing may depend on the log.
 */
export function createAttemptLog({ sql, repo, events, nowMs, onFault }: Deps) {
  let begun: Timed<NewAttempt>[] = [];
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const isBegunTooOften = createMinuteLimit(begunPerMinute, nowMs);
  const isContinuedTooOften = createMinuteLimit(continuedPerMinute, nowMs);

  const timed = <T extends NewAttempt | Continuation>(entry: T): Timed<T> => {
    const at = new Date(nowMs()).toISOString();
    return { ...entry, steps: entry.steps.map((step) => ({ ...step, at })) };
  };

  const write = async (): Promise<void> => {
    const attempts = begun;
    const notes = waiting;
    begun = [];
    waiting = [];
    await sql.begin(async (tx) => {
      if (attempts.length > 0) await repo.insert(tx, attempts);
      const added =
        notes.length > 0
          ? await repo.append(
              tx,
              notes.map(({ note }) => note),
            )
          : new Set<number>();
      const changed = [
        ...attempts,
        ...notes.filter((_note, place) => added.has(place)).map(({ note }) => note),
      ];
      for (const clientId of new Set(changed.map((entry) => entry.clientId)))
        await events.publish(tx, 'attempts', clientId);
      const retried = notes
        .filter(({ triesLeft }, place) => !added.has(place) && triesLeft > 1)
        .map(({ note, triesLeft }) => ({ note, triesLeft: triesLeft - 1 }));
      waiting = [...retried, ...waiting];
    });
  };

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, flushMs).unref();
  };

  const flush = async (): Promise<void> => {
    await writing;
    writing = write().catch(onFault);
    await writing;
    writing = undefined;
    if (begun.length + waiting.length > 0) schedule();
  };

  return {
    begin(attempt: NewAttempt): void {
      if (isBegunTooOften(attempt.clientId) || begun.length >= maxWaiting) return;
      begun.push(timed(attempt));
      schedule();
    },

    continue(note: Continuation): void {
      if (isContinuedTooOften(note.clientId) || waiting.length >= maxWaiting) return;
      waiting.push({ note: timed(note), triesLeft: tries });
      schedule();
    },

    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await writing;
      if (begun.length + waiting.length > 0) await write().catch(onFault);
    },
  };
}

export type AttemptLog = ReturnType<typeof createAttemptLog>;

function createMinuteLimit(limit: number, nowMs: () => number): (clientId: string) => boolean {
  const countOf = new Map<string, number>();
  let minute = 0;
  return (clientId) => {
    const current = Math.floor(nowMs() / 60_000);
    if (current !== minute) countOf.clear();
    minute = current;
    // Unknown client ids are counted too, so the map needs a bound. Ids beyond the bound share a count;
    // otherwise anyone could send a thousand unknown ids and then store any number of attempts.
    const key = countOf.size < maxWaiting || countOf.has(clientId) ? clientId : '';
    const count = (countOf.get(key) ?? 0) + 1;
    countOf.set(key, count);
    return count > limit;
  };
}
