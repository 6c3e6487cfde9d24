import { hasOtherAdmin } from '#account/administrators.ts';
import { isBeingRecovered } from '#account/account-sql.ts';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';

export const graceDays = 30;
/** Days between the reminder and the erasure. */
const reminderDays = 3;

export type ApplicationOwnership = {
  /** SQL condition: the account owns applications. */
  readonly areOwned: (sql: Queryable, accountId: Fragment) => Fragment;
};

export type DeletionFacts = {
  eraseAt: Date | null;
  sessions: number;
  applications: number;
  isLastAdmin: boolean;
  ownsApplications: boolean;
};

/**
 * SQL condition: the owner still wants the deletion `d`. An attacker may have requested the deletion of an
 * account that its owner has locked, so that account is kept. After unlocking it, the owner can request the
 * deletion again.
 */
const isWanted = (sql: Queryable): Fragment => sql`
  not (select a.locked_by_owner from accounts a where a.id = d.account_id)`;

/**
 * Days for which recoveries can postpone an erasure: longer than a recovery takes, but limited, so that a
 * stranger cannot postpone the erasure forever by starting recoveries.
 */
const longestRecoveryDays = 14;

/**
 * SQL condition: the deletion `d` is due. An erasure waits while the account is being recovered
 * (`isBeingRecovered`), because an attacker may have requested the deletion and a completed recovery cancels
 * it.
 */
const isDue = (sql: Queryable): Fragment => sql`
  (d.erase_at < now() and ${isWanted(sql)}
    and (d.erase_at < now() - make_interval(days => ${longestRecoveryDays})
      or not ${isBeingRecovered(sql, sql`d.account_id`)}))`;

export function createDeletionRepo(sql: Sql, managed: ApplicationOwnership) {
  return {
    async findFacts(tx: Queryable, accountId: string): Promise<DeletionFacts> {
      const [row] = await tx<DeletionFacts[]>`
        select
          (select count(*)::int from sessions s where s.account_id = a.id
            and s.idle_expires_at > now() and s.expires_at > now()) as sessions,
          (select count(*)::int from application_uses u where u.account_id = a.id) as applications,
          a.role = 'admin' and not ${hasOtherAdmin(tx, tx`a.id`)} as is_last_admin,
          ${managed.areOwned(tx, tx`a.id`)} as owns_applications, d.erase_at
        from accounts a left join account_deletions d on d.account_id = a.id where a.id = ${accountId}`;
      if (!row) throw new Error('the account does not exist');
      return row;
    },

    /** Schedules the erasure and returns its date. A repeated request keeps the first date. */
    async schedule(tx: Queryable, accountId: string): Promise<Date> {
      const [row] = await tx<{ eraseAt: Date }[]>`
        insert into account_deletions as d (account_id, erase_at)
        values (${accountId}, now() + make_interval(days => ${graceDays}))
        on conflict (account_id) do update set erase_at = d.erase_at returning erase_at`;
      if (!row) throw new Error('the deletion was not written');
      return row.eraseAt;
    },

    async claimReminders(tx: Queryable, limit: number): Promise<readonly string[]> {
      const rows = await tx<{ accountId: string }[]>`
        update account_deletions set reminded_at = now() where account_id in (
          select d.account_id from account_deletions d
          where ${isWanted(tx)} and d.reminded_at is null
            and d.erase_at < now() + make_interval(days => ${reminderDays})
          limit ${limit} for update of d skip locked)
        returning account_id`;
      return rows.map(({ accountId }) => accountId);
    },

    async listDue(limit: number, except: readonly string[]): Promise<readonly string[]> {
      const rows = await sql<{ accountId: string }[]>`
        select d.account_id from account_deletions d
        where ${isDue(sql)} and d.account_id <> all(${[...except]}::text[]) limit ${limit}`;
      return rows.map(({ accountId }) => accountId);
    },

    /**
     * Returns whether the erasure is due. The caller must hold the account's row lock, so that the result
     * stays true.
     */
    isDue: (tx: Queryable, accountId: string) =>
      tx`
        select from account_deletions d where d.account_id = ${accountId} and ${isDue(tx)}`.hasRows(),
  };
}

export type DeletionRepo = ReturnType<typeof createDeletionRepo>;
