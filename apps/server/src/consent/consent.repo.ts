import type { Fragment, Sql } from '#database/connection.ts';
import type { ApplicationUsesRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { insertAudit, type AuditKind } from '#platform/audit/audit.ts';

type Asked<Id> = {
  readonly accountId: string;
  readonly applicationId: Id;
  /** Scopes, separated by spaces. */
  readonly scope: Fragment | string;
};

type Change = {
  readonly accountId: string;
  readonly application: { readonly id: string; readonly code: string };
  readonly caller: Caller;
};

type WithdrawnClient = { readonly id: string; readonly backchannelLogoutUri: string | null };

/** What an application may know of an account, and since when. */
type ApplicationAccess = Pick<ApplicationUsesRow, 'applicationId' | 'scopes'> & {
  agreedAt: Date | null;
  firstUsedAt: Date | null;
  lastUsedAt: Date | null;
};

/** Whether an account has consented to every scope, as a `boolean` inside another statement. */
export const hasConsent = (sql: Sql, asked: Asked<Fragment | string>): Fragment => sql`
  exists (select from application_consents k
    where k.account_id = ${asked.accountId} and k.application_id = ${asked.applicationId}
      and k.scopes @> string_to_array(${asked.scope}::text, ' '))`;

/** Consents to applications, and their use. Each change is one statement with its audit row. */
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
     * Deletes the consent, the record of use, and the grants of the application's clients, without which no code or token
     * is valid. A grant that a simultaneous request adds to a third party is useless, because every code also requires the
     * consent. Queues a logout notice for all sessions of the account at those clients that take one.
     */
    async withdraw(change: Change, clients: readonly WithdrawnClient[]): Promise<void> {
      const { accountId, application } = change;
      const clientIds = clients.map(({ id }) => id);
      const recipients = clients.filter(({ backchannelLogoutUri }) => backchannelLogoutUri !== null);
      // Without `sid`, a notice is about every session (OpenID Connect Back-Channel Logout 1.0, section 2.4).
      const authorizations = JSON.stringify(Object.fromEntries(recipients.map(({ id }) => [id, {}])));
      await sql`
        with consent as (
          delete from application_consents
          where account_id = ${accountId} and application_id = ${application.id} returning 1
        ), used as (
          delete from application_uses
          where account_id = ${accountId} and application_id = ${application.id} returning 1
        ), grants as (
          delete from oidc_grants where account_id = ${accountId} and client_id = any(${clientIds}) returning 1
        ), changed as (
          table consent union table used union table grants
        ), audited as (${audit('consent.withdrawn', change, null)}
        ), noted as (
          insert into backchannel_logouts (account_id, session_id, authorizations)
          select ${accountId}::text, '', ${authorizations}::text::jsonb from changed
          where ${recipients.length}::int > 0 returning id
        )
        select queue_backchannel_logout(id) from noted`;
    },

    /** The applications that have a consent or have received tokens, the last used first. */
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
