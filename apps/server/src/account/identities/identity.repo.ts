import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { SocialIdentitiesRow } from '#database/tables.ts';

export type SocialIdentity = Pick<SocialIdentitiesRow, 'provider' | 'subject'>;

export type NewIdentity = SocialIdentity & { readonly name: string | null };

export const accountOfIdentity = (sql: Queryable, { provider, subject }: SocialIdentity): Fragment => sql`
  join social_identities i on i.account_id = a.id and i.provider = ${provider} and i.subject = ${subject}`;

async function dropSignUps(tx: Queryable, { provider, subject }: SocialIdentity): Promise<void> {
  await tx`delete from social_sign_ups where provider = ${provider} and subject = ${subject}`;
}

/**
 * Stores linked identities. Linking and unlinking discard the identity's pending sign-ups, so that an earlier
 * proof does not survive the change (L5).
 */
export function createIdentityRepo(sql: Sql) {
  return {
    async list(accountId: string) {
      return sql<Pick<SocialIdentitiesRow, 'provider' | 'name' | 'linkedAt'>[]>`
        select provider, name, linked_at from social_identities where account_id = ${accountId}
        order by linked_at, provider`;
    },

    /**
     * Links an identity. Returns undefined if it belongs to another account, or if the account has another
     * identity of the provider. Linking the same identity again keeps the link.
     */
    async insert(tx: Queryable, identity: NewIdentity & { readonly accountId: string }) {
      const { provider, subject, accountId } = identity;
      await tx`insert into social_identities ${tx(identity)} on conflict do nothing`;
      const linked = await tx<Pick<SocialIdentitiesRow, 'linkedAt'>[]>`
        select linked_at from social_identities
        where provider = ${provider} and subject = ${subject} and account_id = ${accountId}`.first();
      await dropSignUps(tx, identity);
      return linked;
    },

    async findAccount(tx: Queryable, { provider, subject }: SocialIdentity): Promise<string | undefined> {
      const [row] = await tx<Pick<SocialIdentitiesRow, 'accountId'>[]>`
        select account_id from social_identities where provider = ${provider} and subject = ${subject}`;
      return row?.accountId;
    },

    async deleteSubject(tx: Queryable, identity: SocialIdentity): Promise<boolean> {
      const { provider, subject } = identity;
      const { count } = await tx`
        delete from social_identities where provider = ${provider} and subject = ${subject}`;
      await dropSignUps(tx, identity);
      return count > 0;
    },

    async delete(
      tx: Queryable,
      { accountId, provider }: Pick<SocialIdentitiesRow, 'accountId' | 'provider'>,
    ): Promise<boolean> {
      const [row] = await tx<Pick<SocialIdentitiesRow, 'subject'>[]>`
        delete from social_identities where account_id = ${accountId} and provider = ${provider} returning subject`;
      if (row) await dropSignUps(tx, { provider, subject: row.subject });
      return row !== undefined;
    },
  };
}

export type IdentityRepo = ReturnType<typeof createIdentityRepo>;
