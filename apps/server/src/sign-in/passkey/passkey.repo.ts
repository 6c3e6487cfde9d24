import { passkeyLimits } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { PasskeyChallengePurpose, PasskeysRow } from '#database/tables.ts';
import { insertAudit, insertAuditOf } from '#platform/audit/audit.ts';
import type { Caller } from '#http/caller.ts';

/** Who may answer a challenge: the hash of the pre-session or of the session's id. */
export type ChallengeUse = {
  readonly challengeHash: Buffer;
  readonly purpose: PasskeyChallengePurpose;
  readonly holderHash: Buffer;
};

export type StoredPasskey = Pick<
  PasskeysRow,
  'id' | 'accountId' | 'publicKey' | 'isBackupEligible' | 'isBackedUp'
> & { readonly userHandle: Buffer; readonly mayConfirm: boolean };

/** What a valid assertion says about its passkey, which `usePasskey` then compares and stores. */
export type VerifiedAssertion = {
  readonly id: string;
  readonly accountId: string;
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

/** Queries of passkeys and of their challenges. The database's clock decides expiry. */
export function createPasskeyRepo(sql: Sql) {
  const columns = sql`id, name, aaguid, is_backed_up, created_at, last_used_at,
    case when confirms_from > now() then confirms_from end as held_until`;
  type Listed = Pick<PasskeysRow, 'id' | 'name' | 'aaguid' | 'isBackedUp' | 'createdAt' | 'lastUsedAt'> & {
    readonly heldUntil: Date | null;
  };
  return {
    async insertChallenge({ challengeHash, purpose, holderHash }: ChallengeUse): Promise<void> {
      await sql`
        insert into passkey_challenges (challenge_hash, purpose, holder_hash, expires_at)
        values (${challengeHash}, ${purpose}, ${holderHash},
          now() + make_interval(secs => ${passkeyLimits.challengeLifeSeconds}::int))`;
    },

    /** Consumes a challenge, whatever the result of its answer. False if it is unknown, used, expired or of another holder. */
    async consumeChallenge(use: ChallengeUse): Promise<boolean> {
      return (await sql`${consumed(sql, use)}`).count > 0;
    },

    /** Consumes a challenge and finds the passkey that answers it. */
    async consumeWithPasskey(use: ChallengeUse, credentialId: Buffer): Promise<StoredPasskey | undefined> {
      const [row] = await sql<StoredPasskey[]>`
        with consumed as (${consumed(sql, use)})
        select p.id, p.account_id, p.public_key, p.is_backup_eligible, p.is_backed_up, u.user_handle,
          p.confirms_from <= now() as may_confirm
        from consumed, passkeys p join passkey_users u on u.account_id = p.account_id
        where p.credential_id = ${credentialId}`;
      return row;
    },

    /** Records the use of a passkey and a change of its backup state. False as in `usePasskey`. */
    async use(use: VerifiedAssertion, caller: Caller): Promise<boolean> {
      const rows = await sql`
        with account as (select ${use.accountId}::text as id), used as (${usePasskey(sql, use, sql`account`)}),
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

const consumed = (sql: Queryable, { challengeHash, purpose, holderHash }: ChallengeUse): Fragment => sql`
  delete from passkey_challenges
  where challenge_hash = ${challengeHash}::bytea and purpose = ${purpose}::text
    and holder_hash = ${holderHash}::bytea and expires_at > now()
  returning challenge_hash`;

export type PasskeyRepo = ReturnType<typeof createPasskeyRepo>;
