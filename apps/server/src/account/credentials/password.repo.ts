import type { Queryable, Sql } from '#database/connection.ts';

export function createPasswordRepo(sql: Sql) {
  return {
    find: (accountId: string) =>
      sql<{ changedAt: Date }[]>`
        select changed_at from password_credentials where account_id = ${accountId}`.first(),

    /**
     * Returns when the password was last changed, reset or set with a code, within `seconds`; undefined
     * otherwise, for example for the password of the sign-up. Reads the audit log, which has a row for each of
     * these events.
     */
    findReplacement: (db: Queryable, accountId: string, seconds: number) =>
      db<{ changedAt: Date; now: Date }[]>`
        select at as changed_at, now() as now from audit_events
        where account_id = ${accountId} and at > now() - make_interval(secs => ${seconds}) and kind in ('password.reset', 'password.changed')
        order by at desc limit 1`.first(),

    async findRecentChange(accountId: string, seconds: number): Promise<Date | undefined> {
      const [row] = await sql<{ changedAt: Date }[]>`
        select changed_at from password_credentials
        where account_id = ${accountId} and changed_at > now() - make_interval(secs => ${seconds})`;
      return row?.changedAt;
    },

    async findHash(accountId: string): Promise<string | undefined> {
      const [row] = await sql<{ hash: string }[]>`
        select hash from password_credentials where account_id = ${accountId}`;
      return row?.hash;
    },

    hasHash: (tx: Queryable, accountId: string, hash: string) =>
      tx`
        select from password_credentials where account_id = ${accountId} and hash = ${hash}`.hasRows(),

    async insert(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await tx`insert into password_credentials (account_id, hash) values (${accountId}, ${hash})`;
    },

    async set(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await store(tx, accountId, hash);
      await clearMustChange(tx, accountId);
    },

    /** Sets a password that someone else knows and that the owner must change after signing in. */
    async setTemporary(tx: Queryable, accountId: string, hash: string): Promise<void> {
      await store(tx, accountId, hash);
      await tx`update accounts set must_change_password = true where id = ${accountId}`;
    },

    async change(
      tx: Queryable,
      { accountId, oldHash, newHash }: { accountId: string; oldHash: string; newHash: string },
    ): Promise<boolean> {
      const { count } = await tx`
        update password_credentials set hash = ${newHash}, changed_at = now()
        where account_id = ${accountId} and hash = ${oldHash}`;
      if (count === 0) return false;
      await clearMustChange(tx, accountId);
      return true;
    },

    async replaceHash(accountId: string, oldHash: string, newHash: string): Promise<void> {
      await sql`
        update password_credentials set hash = ${newHash}
        where account_id = ${accountId} and hash = ${oldHash}`;
    },

    /**
     * Requires the owner to choose a new password. Returns false if a new password is already required, or if
     * the account has no password.
     */
    demandChange: (tx: Queryable, accountId: string) =>
      tx`
        update accounts set must_change_password = true, updated_at = now()
        where id = ${accountId} and not must_change_password
          and exists (select from password_credentials p where p.account_id = ${accountId})`.hasRows(),

    /**
     * Removes the password. The owner can set a new one with a code, or through recovery if the account has no
     * phone.
     */
    async delete(tx: Queryable, accountId: string): Promise<void> {
      await tx`delete from password_credentials where account_id = ${accountId}`;
    },
  };
}

async function store(tx: Queryable, accountId: string, hash: string): Promise<void> {
  await tx`
    insert into password_credentials (account_id, hash) values (${accountId}, ${hash})
    on conflict (account_id) do update set hash = excluded.hash, changed_at = now()`;
}

async function clearMustChange(tx: Queryable, accountId: string): Promise<void> {
  await tx`update accounts set must_change_password = false where id = ${accountId} and must_change_password`;
}

export type PasswordRepo = ReturnType<typeof createPasswordRepo>;
