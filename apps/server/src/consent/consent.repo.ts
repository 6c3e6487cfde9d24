import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { ApplicationUsesRow } from '#database/tables.ts';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';

type Asked<Value> = Readonly<Record<'accountId' | 'applicationId' | 'scope', Value>>;

type Access = { readonly accountId: string; readonly applicationId: string };

type ApplicationAccess = Pick<ApplicationUsesRow, 'applicationId' | 'scopes'> & {
  agreedAt: Date | null;
  firstUsedAt: Date | null;
  lastUsedAt: Date | null;
};

/** SQL condition: the account has consented to every scope. */
export const hasConsent = (sql: Sql, asked: Asked<Fragment | string>): Fragment => sql`
  exists (select from application_consents k
    where k.account_id = ${asked.accountId} and k.application_id = ${asked.applicationId}
      and k.scopes @> string_to_array(${asked.scope}::text, ' '))`;

export function createConsentRepo(sql: Sql, lookups: Sql) {
  return {
    async covers(asked: Asked<string>): Promise<boolean> {
      const [row] = await lookups<
        { isCovered: boolean }[]
      >`select ${hasConsent(lookups, asked)} as is_covered`;
      return row?.isCovered === true;
    },

    /** Adds scopes to the account's consent. Returns false if the consent already includes all of them. */
    add: (tx: Queryable, { accountId, applicationId }: Access, scopes: readonly string[]) =>
      tx`
        insert into application_consents as k (account_id, application_id, scopes)
        values (${accountId}, ${applicationId}, ${[...scopes]})
        on conflict (account_id, application_id) do update set agreed_at = now(),
          scopes = array(select distinct unnest(k.scopes || excluded.scopes) order by 1)
        where not (k.scopes @> excluded.scopes)`.hasRows(),

    async listSince(tx: Queryable, accountId: string, since: Date) {
      return tx<{ applicationId: string; agreedAt: Date }[]>`
        select application_id, agreed_at from application_consents
        where account_id = ${accountId} and agreed_at > ${since}`;
    },

    async deleteConsent(tx: Queryable, { accountId, applicationId }: Access): Promise<number> {
      const { count } = await tx`
        delete from application_consents where account_id = ${accountId} and application_id = ${applicationId}`;
      return count;
    },

    async deleteUse(tx: Queryable, { accountId, applicationId }: Access): Promise<number> {
      const { count } = await tx`
        delete from application_uses where account_id = ${accountId} and application_id = ${applicationId}`;
      return count;
    },

    async deleteGrants(tx: Queryable, accountId: string, clientIds: readonly string[]): Promise<number> {
      const { count } = await tx`
        delete from oidc_grants where account_id = ${accountId} and client_id = any(${[...clientIds]}::text[])`;
      return count;
    },

    async queueLogout(tx: Queryable, accountId: string, clientIds: readonly string[]): Promise<void> {
      await queueLogouts(
        tx,
        accountId,
        clientIds.map((id) => ({ id, sid: undefined })),
      );
    },

    /**
     * Returns at most 100 applications that have a consent or have received tokens, those with the latest consent or
     * use first.
     */
    async list(accountId: string): Promise<readonly ApplicationAccess[]> {
      return sql<ApplicationAccess[]>`
        select application_id, k.agreed_at, u.first_used_at, u.last_used_at,
          array(select distinct unnest(coalesce(k.scopes, '{}') || coalesce(u.scopes, '{}')) order by 1) as scopes
        from (select * from application_consents where account_id = ${accountId}) k
        full join (select * from application_uses where account_id = ${accountId}) u using (application_id)
        order by greatest(k.agreed_at, u.last_used_at) desc limit 100`;
    },
  };
}

export type ConsentRepo = ReturnType<typeof createConsentRepo>;
