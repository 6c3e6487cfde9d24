import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Access } from './access.ts';
import type { CurrentSession } from './session-columns.ts';

const maxWrongPerSession = 10;
/** Longer than any session (VID_SESSION_MAX_DAYS is at most 365), so waiting gives no new attempts. */
const sessionWindowSeconds = 366 * 86_400;
/** Time after which a running attempt counts as ended, even if its end was not recorded. */
const maxAttemptSeconds = 30;

type Try = { readonly isLast: boolean; readonly takeBack: () => Promise<void> };

/** Limits the wrong passwords of a session, however many addresses it uses. */
export function createSessionTries({ sql, counters, sessionRepo, audit }: Access) {
  const end = async (tx: Queryable, session: CurrentSession, caller: Caller): Promise<void> => {
    const accountId = session.account.id;
    if (!(await sessionRepo.deleteOne(tx, accountId, session.id, { endsAccess: true }))) return;
    const details = { sessionId: session.id, reason: 'password' };
    await audit.write(tx, { kind: 'session.ended', accountId, caller, details });
  };

  return {
    end,
    /**
     * Counts an attempt and runs it. If no attempt is left and none is running, a fault or crash kept the
     * last one from ending the session, so this call ends the session.
     * @throws AppError AUTH_THROTTLED while parallel attempts hold the remaining attempts, TOKEN_INVALID
     */
    async run(
      session: CurrentSession,
      caller: Caller,
      attempt: (counted: Try) => Promise<void>,
    ): Promise<void> {
      const [key, runningKey] = [`password-change:${session.id}`, `password-change-running:${session.id}`];
      const limit = maxWrongPerSession;
      const [tries, running] = await counters.hit([
        { key, windowSeconds: sessionWindowSeconds, limit },
        { key: runningKey, windowSeconds: maxAttemptSeconds, limit },
      ]);
      if (tries?.isOver && running?.points === 1) {
        await sql.begin((tx) => end(tx, session, caller));
        throw new AppError('TOKEN_INVALID');
      }
      if (tries?.isOver) {
        await counters.refund([key, runningKey]);
        throw new AppError('AUTH_THROTTLED', { retryAfterSeconds: 1 });
      }
      try {
        await attempt({ isLast: tries?.points === limit, takeBack: () => counters.refund([key]) });
      } finally {
        // If this call fails, the running attempt expires after `maxAttemptSeconds`.
        await counters.refund([runningKey]).catch(() => undefined);
      }
    },
  };
}
