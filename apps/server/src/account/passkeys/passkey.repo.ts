import { passkeyLimits } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { PasskeysRow } from '#database/tables.ts';
import { insertAudit, insertAuditOf } from '#platform/audit/audit.ts';
import type { Caller } from '#http/caller.ts';

export type StoredPasskey = Pick<
  PasskeysRow,
  'id' | 'accountId' | 'publicKey' | 'isBackupEligible' | 'isBackedUp'
> & { readonly userHandle: Buffer; readonly mayConfirm: boolean };

/** What a valid assertion says about its passkey, which `usePasskey` then compares and stores. */
export type VerifiedAssertion = {
  readonly id: string;
  readonly accountId: string;
  readonly challengeHash: Buffer;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly isBackupChanged: boolean;
  /** False while the passkey is too new to confirm sensitive changes. */
  readonly mayConfirm: boolean;
};

export type NewPasskeyRow = Omit<PasskeysRow, 'createdAt' | 'lastUsedAt' | 'confirmsFrom' | 'counter'> & {
  readonly counter: number;
};

/**
 * Records the use of a passkey by the account in the CTE or table `account`. No row if the passkey was removed, or if
 * its counter did not grow: another device then has a copy of the private key, or an assertion was sent twice.
 */
export const usePasskey = (sql: Queryable, use: VerifiedAssertion, account: Fragment): Fragment => sql`
  update passkeys p set counter = ${use.counter}::bigint, is_backed_up = ${use.isBackedUp}::boolean, last_used_at = now()
  from ${account} where p.id = ${use.id}::text and p.account_id = ${account}.id
    and (p.counter < ${use.counter}::bigint or (p.counter = 0 and ${use.counter}::bigint = 0))
  returning p.id as passkey_id`;

/** Records that a passkey is now copied to other devices, or no longer, for each row of `account`. */
export const auditBackup = (
  sql: Queryable,
  { id, isBackedUp, isBackupChanged }: VerifiedAssertion,
  caller: Caller,
  account: Fragment,
): Fragment => {
  const details = { passkeyId: id, isBackedUp };
  const event = { kind: 'passkey.backup-changed', caller, details } as const;
  return sql`${insertAuditOf(sql, event, account)} where ${isBackupChanged}::boolean`;
};

/**
 * Keeps a challenge from being answered again, for each row of `source`. A second insert violates the primary key. The
 * row outlives the challenge by two hours, in case the clock of a process is behind.
 */
export const spendChallenge = (sql: Queryable, challengeHash: Buffer, source: Fragment): Fragment => sql`
  insert into spent_passkey_challenges (challenge_hash, expires_at)
  select ${challengeHash}::bytea, now() + make_interval(hours => 2, secs => ${passkeyLimits.challengeLifeSeconds}::int)
  from ${source}`;

/** Queries of passkeys and of their spent challenges. */
export function createPasskeyRepo(sql: Sql) {
  const columns = sql`id, name, aaguid, is_backed_up, created_at, last_used_at,
    case when confirms_from > now() then confirms_from end as held_until`;
  type Listed = Pick<PasskeysRow, 'id' | 'name' | 'aaguid' | 'isBackedUp' | 'createdAt' | 'lastUsedAt'> & {
    readonly heldUntil: Date | null;
  };
  return {
    /** Spends the challenge of a registration. False if it was answered before. */
    async spendChallenge(challengeHash: Buffer): Promise<boolean> {
      const spend = spendChallenge(sql, challengeHash, sql`(select) as once`);
      return (await sql`${spend} on conflict do nothing`).count > 0;
    },

    async findByCredential(credentialId: Buffer): Promise<StoredPasskey | undefined> {
      const [row] = await sql<StoredPasskey[]>`
        select p.id, p.account_id, p.public_key, p.is_backup_eligible, p.is_backed_up, u.user_handle,
          p.confirms_from <= now() as may_confirm
        from passkeys p join passkey_users u on u.account_id = p.account_id
        where p.credential_id = ${credentialId}`;
      return row;
    },

    /** Records a wrong answer for the owner and spends its challenge. Does nothing if it was answered before. */
    async refuse(
      { id, accountId, challengeHash }: Pick<VerifiedAssertion, 'id' | 'accountId' | 'challengeHash'>,
      caller: Caller,
      method: string,
    ): Promise<void> {
      const details = { method, reason: 'passkey', passkeyId: id };
      const event = { kind: 'sign-in.failed', accountId, actorId: null, caller, details } as const;
      await sql`
        with spent as (${spendChallenge(sql, challengeHash, sql`(select) as once`)} on conflict do nothing returning 1)
        ${insertAudit(sql, event, sql`spent`)}`;
    },

    /**
     * Spends the challenge, and records the use of a passkey and a change of its backup state. False as in `usePasskey`.
     * Violates the primary key if the challenge was answered before.
     */
    async use(use: VerifiedAssertion, caller: Caller): Promise<boolean> {
      const rows = await sql`
        with account as (select ${use.accountId}::text as id), used as (${usePasskey(sql, use, sql`account`)}),
        spent as (${spendChallenge(sql, use.challengeHash, sql`used`)}),
        backup as (${auditBackup(sql, use, caller, sql`(select a.id from account a, used) as changed`)})
        select from used`;
      return rows.length > 0;
    },

    /** Records a valid assertion whose counter did not grow, unless the passkey was removed. */
    async auditRegression(use: VerifiedAssertion, caller: Caller): Promise<void> {
      const details = { passkeyId: use.id, counter: use.counter };
      const event = {
        kind: 'passkey.counter-regressed',
        accountId: use.accountId,
        actorId: null,
        caller,
        details,
      } as const;
      await sql`
        with regressed as (
          select id from passkeys where id = ${use.id}::text and counter >= ${use.counter}::bigint and counter > 0
        ) ${insertAudit(sql, event, sql`regressed`)}`;
    },

    /** The account's name in authenticators; `newHandle` if it has none yet. */
    async ensureUserHandle(accountId: string, newHandle: Buffer): Promise<Buffer> {
      const [row] = await sql<{ userHandle: Buffer }[]>`
        insert into passkey_users (account_id, user_handle) values (${accountId}, ${newHandle})
        on conflict (account_id) do update set user_handle = passkey_users.user_handle returning user_handle`;
      if (!row) throw new Error('the user handle was not written');
      return row.userHandle;
    },

    async listCredentials(accountId: string) {
      return sql<Pick<PasskeysRow, 'credentialId' | 'transports'>[]>`
        select credential_id, transports from passkeys where account_id = ${accountId} order by created_at`;
    },

    async list(accountId: string) {
      return sql<Listed[]>`
        select ${columns} from passkeys where account_id = ${accountId} order by created_at desc, id`;
    },

    async count(tx: Queryable, accountId: string): Promise<number> {
      return (await tx`select from passkeys where account_id = ${accountId}`).count;
    },

    /** Undefined if an account, this one or another, has the credential. */
    async insert(tx: Queryable, row: NewPasskeyRow, holdSeconds: number): Promise<Listed | undefined> {
      const [inserted] = await tx<Listed[]>`
        insert into passkeys (id, account_id, credential_id, public_key, counter, transports, is_backup_eligible,
          is_backed_up, aaguid, name, confirms_from)
        values (${row.id}, ${row.accountId}, ${row.credentialId}, ${row.publicKey}, ${row.counter}, ${row.transports},
          ${row.isBackupEligible}, ${row.isBackedUp}, ${row.aaguid}, ${row.name},
          now() + make_interval(secs => ${holdSeconds}::int))
        on conflict (credential_id) do nothing returning ${columns}`;
      return inserted;
    },

    async rename(tx: Queryable, key: { accountId: string; id: string }, name: string) {
      const [row] = await tx<Listed[]>`
        update passkeys set name = ${name} where id = ${key.id} and account_id = ${key.accountId} returning ${columns}`;
      return row;
    },

    /** False if the account has no such passkey. */
    async remove(tx: Queryable, { accountId, id }: { accountId: string; id: string }): Promise<boolean> {
      return (await tx`delete from passkeys where id = ${id} and account_id = ${accountId}`).count > 0;
    },

    /** Whether the account may be offered a passkey: it has room for one and has not declined the offer lately. */
    async isOfferDue(accountId: string): Promise<boolean> {
      const { count } = await sql`
        select from (select) as once
        where not exists (select from passkey_users where account_id = ${accountId} and offer_after > now())
          and (select count(*) from passkeys where account_id = ${accountId}) < ${passkeyLimits.perAccount}::int`;
      return count > 0;
    },

    async declineOffer(accountId: string, newHandle: Buffer): Promise<void> {
      await sql`
        insert into passkey_users (account_id, user_handle, offer_after)
        values (${accountId}, ${newHandle}, now() + make_interval(days => ${passkeyLimits.offerPauseDays}::int))
        on conflict (account_id) do update set offer_after = excluded.offer_after`;
    },
  };
}

export type PasskeyRepo = ReturnType<typeof createPasskeyRepo>;
