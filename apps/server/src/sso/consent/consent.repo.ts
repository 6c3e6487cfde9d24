import type { Fragment, Sql } from '#database/connection.ts';
import type { ApplicationConsentsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { insertAudit, type AuditKind } from '#platform/audit/audit.ts';

type Asked<Id> = {
  readonly accountId: string;
  readonly applicationId: Id;
  /** Scopes, separated by spaces. */
  readonly scope: string;
};

type Change = {
  readonly accountId: string;
  readonly application: { readonly id: string; readonly code: string };
  readonly caller: Caller;
};

/** Whether an account has consented to every scope, as a `boolean` inside another statement. */
export const hasConsent = (sql: Sql, asked: Asked<Fragment | string>): Fragment => sql`
  exists (select from application_consents k
    where k.account_id = ${asked.accountId} and k.application_id = ${asked.applicationId}
      and k.scopes @> string_to_array(${asked.scope}::text, ' '))`;

/** Consents to third-party applications. Each change is one statement with its audit row. */
export function createConsentRepo(sql: Sql, lookups: Sql) {
  const audit = (kind: AuditKind, { accountId, application, caller }: Change, scope: string | null) =>
    insertAudit(
      sql,
      { kind, accountId, caller, details: { application: application.code, scope } },
      sql`changed`,
    );
  return {
    async covers(asked: Asked<string>): Promise<boolean> {
      const [row] = await lookups<
        { isCovered: boolean }[]
      >`select ${hasConsent(lookups, asked)} as is_covered`;
      return row?.isCovered === true;
    },

    /**
     * Adds scopes to those that the account has consented to before. A repeat changes nothing and writes no audit row, so
     * it cannot fill the audit table.
     */
    async record(change: Change, scope: string): Promise<void> {
      await sql`
        with changed as (
          insert into application_consents as k (account_id, application_id, scopes)
          values (${change.accountId}, ${change.application.id},
            array(select distinct unnest(string_to_array(${scope}::text, ' ')) order by 1))
          on conflict (account_id, application_id) do update set agreed_at = now(),
            scopes = array(select distinct unnest(k.scopes || excluded.scopes) order by 1)
          where not (k.scopes @> excluded.scopes)
          returning account_id
        )
        ${audit('consent.given', change, scope)}`;
    },

    /**
     * Deletes the consent and the grants of the application's clients, without which no code or token is valid. A grant
     * that a simultaneous request adds is useless, because every code requires the consent, too.
     */
    async withdraw(change: Change, clientIds: readonly string[]): Promise<void> {
      const { accountId, application } = change;
      await sql`
        with changed as (
          delete from application_consents
          where account_id = ${accountId} and application_id = ${application.id} returning account_id
        ), grants as (
          delete from oidc_grants where account_id = ${accountId} and client_id = any(${[...clientIds]})
        )
        ${audit('consent.withdrawn', change, null)}`;
    },

    async list(
      accountId: string,
    ): Promise<readonly Pick<ApplicationConsentsRow, 'applicationId' | 'scopes' | 'agreedAt'>[]> {
      return sql<ApplicationConsentsRow[]>`
        select application_id, scopes, agreed_at from application_consents
        where account_id = ${accountId} order by agreed_at desc limit 100`;
    },
  };
}

export type ConsentRepo = ReturnType<typeof createConsentRepo>;
