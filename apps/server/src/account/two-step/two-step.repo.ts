import type { Queryable, Sql } from '#database/connection.ts';
import type { AuthenticatorAppsRow } from '#database/tables.ts';

export type TwoStepState = {
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly hasPasskey: boolean;
};

export function createTwoStepRepo(sql: Sql) {
  return {
    async getState(db: Queryable, accountId: string): Promise<TwoStepState> {
      const [row] = await db<TwoStepState[]>`
        select (select confirmed_at from authenticator_apps where account_id = a.id) as confirmed_at,
          (select count(*)::int from recovery_codes where account_id = a.id and used_at is null) as recovery_codes_left,
          exists (select from passkeys where account_id = a.id) as has_passkey
        from accounts a where a.id = ${accountId}`;
      return row ?? { confirmedAt: null, recoveryCodesLeft: 0, hasPasskey: false };
    },

    async findSecret(accountId: string): Promise<Uint8Array | undefined> {
      const [row] = await sql<Pick<AuthenticatorAppsRow, 'sealedSecret'>[]>`
        select sealed_secret from authenticator_apps where account_id = ${accountId}`;
      return row?.sealedSecret;
    },

    /**
     * Stores the secret of a new set-up, which replaces an earlier set-up and is inactive until its first
     * code is verified.
     */
    async startSetup(
      accountId: string,
      setup: { readonly sealedSecret: Buffer; readonly seconds: number },
    ): Promise<void> {
      await sql`
        insert into authenticator_setups (account_id, sealed_secret, expires_at)
        values (${accountId}, ${setup.sealedSecret}, now() + make_interval(secs => ${setup.seconds}::int))
        on conflict (account_id) do update set
          sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at`;
    },

    findSetup: (accountId: string) =>
      sql<(Pick<AuthenticatorAppsRow, 'sealedSecret'> & { nowMs: number })[]>`
        select sealed_secret, (extract(epoch from now()) * 1000)::float8 as now_ms from authenticator_setups
        where account_id = ${accountId} and expires_at > now()`.first(),

    /**
     * Activates the app that was being set up, in place of an existing app. Returns false if the set-up has
     * expired or another set-up has started.
     */
    async confirmSetup(
      tx: Queryable,
      {
        accountId,
        sealedSecret,
        lastStep,
      }: Pick<AuthenticatorAppsRow, 'accountId' | 'sealedSecret' | 'lastStep'>,
    ): Promise<boolean> {
      // Only one of two concurrent confirmations deletes the row and completes the set-up.
      const { count } = await tx`
        delete from authenticator_setups
        where account_id = ${accountId} and sealed_secret = ${sealedSecret} and expires_at > now()`;
      if (count === 0) return false;
      await tx`
        insert into authenticator_apps (account_id, sealed_secret, last_step)
        values (${accountId}, ${sealedSecret}, ${lastStep})
        on conflict (account_id) do update set
          sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, confirmed_at = now()`;
      return true;
    },

    async remove(tx: Queryable, accountId: string): Promise<boolean> {
      const { count } = await tx`delete from authenticator_apps where account_id = ${accountId}`;
      await tx`delete from authenticator_setups where account_id = ${accountId}`;
      await tx`delete from recovery_codes where account_id = ${accountId}`;
      return count > 0;
    },

    /** Deletes an unfinished set-up, and the recovery codes that were created after `since`. */
    async removeSince(tx: Queryable, accountId: string, since: Date): Promise<void> {
      await tx`delete from authenticator_setups where account_id = ${accountId}`;
      await tx`delete from recovery_codes where account_id = ${accountId} and created_at > ${since}`;
    },

    hasRecoveryCode: (tx: Queryable, accountId: string, codeHash: Buffer) =>
      tx`
        select from recovery_codes where account_id = ${accountId} and code_hash = ${codeHash}
          and used_at is null`.hasRows(),

    async getCodeAge(tx: Queryable, accountId: string): Promise<number> {
      const [row] = await tx<{ seconds: number }[]>`
        select coalesce(floor(extract(epoch from now() - max(created_at))), 0)::int as seconds
        from recovery_codes where account_id = ${accountId}`;
      return row?.seconds ?? 0;
    },

    /**
     * Redeems a recovery code; only one of two concurrent uses succeeds. Returns false for an unknown or used
     * code.
     */
    useRecoveryCode: (tx: Queryable, accountId: string, codeHash: Buffer) =>
      tx`
        update recovery_codes set used_at = now()
        where account_id = ${accountId} and code_hash = ${codeHash} and used_at is null`.hasRows(),

    /**
     * Redeems an authenticator code. Returns false if this code or a later one was accepted before (RFC 6238
     * section 5.2), or if the account has no app.
     */
    useTimeStep: (tx: Queryable, accountId: string, timeStep: number) =>
      tx`
        update authenticator_apps set last_step = ${timeStep}::int
        where account_id = ${accountId} and last_step < ${timeStep}::int`.hasRows(),

    async replaceRecoveryCodes(tx: Queryable, accountId: string, hashes: readonly Buffer[]): Promise<void> {
      await tx`delete from recovery_codes where account_id = ${accountId}`;
      await tx`
        insert into recovery_codes (account_id, code_hash)
        select ${accountId}, decode(h, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) h`;
    },
  };
}

export async function hasSecondFactor(db: Queryable, accountId: string): Promise<boolean> {
  return db`
    select where exists (select from authenticator_apps where account_id = ${accountId})
      or exists (select from passkeys where account_id = ${accountId})`.hasRows();
}
