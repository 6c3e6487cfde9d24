import { passkeyLimits } from '@vid/contract/limits';
import type { Queryable, Sql } from '#database/connection.ts';
import type { PasskeysRow } from '#database/tables.ts';
import { insertAudit } from '#platform/audit/audit.ts';
import type { Caller } from '#http/caller.ts';

export type StoredPasskey = Pick<
  PasskeysRow,
  'id' | 'accountId' | 'publicKey' | 'isBackupEligible' | 'isBackedUp'
> & { readonly userHandle: Buffer; readonly mayConfirm: boolean };

export type VerifiedAssertion = {
  readonly id: string;
  readonly accountId: string;
  readonly challengeHash: Buffer;
  readonly counter: number;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly isBackupChanged: boolean;
  /** False while the passkey is too new to confirm sensitive changes. */
  readonly mayConfirm: boolean;
};

export type NewPasskeyRow = Omit<PasskeysRow, 'createdAt' | 'lastUsedAt' | 'confirmsFrom' | 'counter'> & {
  readonly counter: number;
};

export function createPasskeyRepo(sql: Sql) {
  const columns = sql`id, name, aaguid, is_backed_up, created_at, last_used_at,
    case when confirms_from > now() then confirms_from end as held_until`;
  type Listed = Pick<PasskeysRow, 'id' | 'name' | 'aaguid' | 'isBackedUp' | 'createdAt' | 'lastUsedAt'> & {
    readonly heldUntil: Date | null;
  };
  return {
    /**
     * Records a challenge as answered; the primary key lets only one of two answers succeed. Returns false if
     * the challenge has already been answered. The row outlives the challenge by at least two hours to allow
     * for clock skew.
     */
    spendChallenge: (tx: Queryable, challengeHash: Buffer) =>
      tx`
        insert into spent_passkey_challenges (challenge_hash, expires_at)
        values (${challengeHash},
          now() + make_interval(hours => 2, secs => ${passkeyLimits.challengeTtlSeconds}::int))
        on conflict do nothing`.hasRows(),

    findByCredential: (credentialId: Buffer) =>
      sql<StoredPasskey[]>`
        select p.id, p.account_id, p.public_key, p.is_backup_eligible, p.is_backed_up, u.user_handle,
          p.confirms_from <= now() as may_confirm
        from passkeys p join passkey_users u on u.account_id = p.account_id
        where p.credential_id = ${credentialId}`.first(),

    /**
     * Stores the counter and the backup state of a used passkey. Returns false if the passkey was removed, or
     * if its counter did not grow: the private key was copied, or the assertion was sent twice. A counter
     * that stays 0 is accepted.
     */
    use: (tx: Queryable, use: VerifiedAssertion) =>
      tx`
        update passkeys set counter = ${use.counter}::bigint, is_backup_eligible = ${use.isBackupEligible},
          is_backed_up = ${use.isBackedUp}, last_used_at = now()
        where id = ${use.id} and account_id = ${use.accountId}
          and (counter < ${use.counter}::bigint or (counter = 0 and ${use.counter}::bigint = 0))`.hasRows(),

    /** Audits a valid assertion whose counter did not grow, unless the passkey was removed. */
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
          select id from passkeys where id = ${use.id}::text and counter >= ${use.counter}::bigint
        ) ${insertAudit(sql, event, sql`regressed`)}`;
    },

    /** Returns the account's WebAuthn user handle. Stores `newHandle` if there is none yet. */
    async ensureUserHandle(accountId: string, newHandle: Buffer): Promise<Buffer> {
      const [row] = await sql<{ userHandle: Buffer }[]>`
        insert into passkey_users (account_id, user_handle) values (${accountId}, ${newHandle})
        on conflict (account_id) do update set user_handle = passkey_users.user_handle returning user_handle`;
      if (!row) throw new Error('the user handle was not written');
      return row.userHandle;
    },

    async findUserHandle(accountId: string): Promise<Buffer | undefined> {
      const [row] = await sql<{ userHandle: Buffer }[]>`
        select user_handle from passkey_users where account_id = ${accountId}`;
      return row?.userHandle;
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

    /** Returns undefined if any account already has the credential. */
    async insert(tx: Queryable, row: NewPasskeyRow, holdSeconds: number): Promise<Listed | undefined> {
      const [inserted] = await tx<Listed[]>`
        insert into passkeys (id, account_id, credential_id, rp_id, public_key, counter, transports,
          is_backup_eligible, is_backed_up, aaguid, name, confirms_from)
        values (${row.id}, ${row.accountId}, ${row.credentialId}, ${row.rpId}, ${row.publicKey}, ${row.counter},
          ${row.transports}, ${row.isBackupEligible}, ${row.isBackedUp}, ${row.aaguid}, ${row.name},
          now() + make_interval(secs => ${holdSeconds}::int))
        on conflict (credential_id) do nothing returning ${columns}`;
      return inserted;
    },

    rename: (tx: Queryable, key: { accountId: string; id: string }, name: string) =>
      tx<Listed[]>`
        update passkeys set name = ${name} where id = ${key.id} and account_id = ${key.accountId}
        returning ${columns}`.first(),

    remove: removePasskey,

    isOfferDue: (accountId: string) =>
      sql`
        select from (select) as once
        where not exists (select from passkey_users where account_id = ${accountId} and offer_after > now())
          and (select count(*) from passkeys
          where account_id = ${accountId}) < ${passkeyLimits.perAccount}::int`.hasRows(),

    async declineOffer(accountId: string, newHandle: Buffer): Promise<void> {
      await sql`
        insert into passkey_users (account_id, user_handle, offer_after)
        values (${accountId}, ${newHandle}, now() + make_interval(days => ${passkeyLimits.offerPauseDays}::int))
        on conflict (account_id) do update set offer_after = excluded.offer_after`;
    },
  };
}

export type PasskeyRepo = ReturnType<typeof createPasskeyRepo>;

export async function removePasskey(
  tx: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  return (await tx`delete from passkeys where id = ${id} and account_id = ${accountId}`).count > 0;
}
