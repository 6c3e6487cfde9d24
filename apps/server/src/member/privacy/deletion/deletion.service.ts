import { lockAdmins } from '#account/administrators.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';
import { graceDays, type DeletionFacts, type DeletionRepo } from './deletion.repo.ts';

type Deps = Access & { readonly repo: DeletionRepo };

/** Deletes accounts after a grace period. In that period, every sign-in offers to keep the account. */
export function createDeletionService(deps: Deps) {
  const { sql, repo, accounts, audit } = deps;

  return {
    async preview(accountId: string) {
      const facts = await repo.findFacts(sql, accountId);
      const { sessions, applications } = facts;
      return {
        eraseAt: facts.eraseAt?.toISOString() ?? null,
        sessions,
        applications,
        graceDays,
        obstacle: obstacleOf(facts),
      };
    },

    /**
     * Ends all access to the account and schedules its erasure in one transaction. Returns the date of the
     * erasure.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED; DELETION_BLOCKED for the last administrator
     *   and for the owner of an application; TOKEN_INVALID if the session has ended
     */
    async request(session: CurrentSession, caller: Caller): Promise<Date> {
      requireNoHold(session);
      requireConfirmed(session);
      const accountId = session.account.id;
      const eraseAt = await sql.begin(async (tx) => {
        const account = await lockForChange(tx, session, deps);
        // Without the lock, two administrators could delete their accounts concurrently, each counting on the
        // other.
        if (account.role === 'admin') await lockAdmins(tx);
        const obstacle = obstacleOf(await repo.findFacts(tx, accountId));
        if (obstacle) throw new AppError('DELETION_BLOCKED', { details: { obstacle } });
        const due = await repo.schedule(tx, accountId);
        const sessionsEnded = await deps.endAccess(tx, account);
        await deps.notices.notify(tx, { account, kind: 'deletion-requested', caller });
        await audit.write(tx, {
          kind: 'deletion.requested',
          accountId,
          caller,
          details: { sessionsEnded, eraseAt: due.toISOString() },
        });
        return due;
      });
      deps.notices.kick();
      return eraseAt;
    },

    /**
     * Cancels the deletion; a repeated call changes nothing.
     * @throws AppError TOKEN_INVALID if the session has ended
     */
    async keep(session: CurrentSession, caller: Caller): Promise<void> {
      const accountId = session.account.id;
      await sql.begin(async (tx) => {
        // A member can cancel the deletion even during a hold.
        const account = await accounts.lockRow(tx, accountId);
        if (!account || !(await deps.sessionRepo.lockLive(tx, session.id)))
          throw new AppError('TOKEN_INVALID');
        if (!(await accounts.cancelDeletion(tx, accountId))) return;
        await deps.notices.notify(tx, { account, kind: 'deletion-cancelled', caller });
        await audit.write(tx, {
          kind: 'deletion.cancelled',
          accountId,
          caller,
          details: { sessionId: session.id },
        });
      });
      deps.notices.kick();
    },
  };
}

type Obstacle = 'lastAdmin' | 'ownsApplications';

function obstacleOf({ isLastAdmin, ownsApplications }: DeletionFacts): Obstacle | null {
  if (isLastAdmin) return 'lastAdmin';
  return ownsApplications ? 'ownsApplications' : null;
}
