import { selectAccountClaims, type AccountClaims } from '#account/account-claims.ts';
import { batchReads } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { selectScopes } from './community-scopes.ts';
import { selectClientAccess, type ClientAccess } from '#applications/clients/lookups.ts';
import { hasConsent } from '#consent/consent.repo.ts';
import { selectSessionGrant, type SessionGrant } from '#oidc/grants/grants.ts';

type Asked = {
  readonly clientId: string;
  /** Null for a browser without a pre-session. */
  readonly preSessionHash: Buffer | null;
  readonly accountId: string;
  readonly sessionId: string;
};

type Found = ClientAccess & {
  readonly validatedUri: string | null;
  /** True if the application is first-party or the account has consented to the scopes. */
  readonly mayReceive: boolean;
} & Pick<AccountClaims, 'name' | 'isEmailConfirmed'> &
  (SessionGrant | { readonly grantId: null });

export function createCodeRequestRepo(lookups: Sql) {
  const scope = selectScopes(lookups);
  const asked = {
    accountId: lookups`r.account_id`,
    applicationId: lookups`client.application_id`,
    clientId: lookups`r.client_id`,
    sessionId: lookups`r.session_id`,
    scope,
  };
  return {
    /**
     * Reads every fact about a code request in one statement, and therefore from one snapshot. Returns
     * undefined if the client or its application is unknown or inactive.
     */
    find: batchReads<Asked, Found & { key: string }>({
      readAll: (requests) => lookups<(Found & { key: string })[]>`
        select r.key, found.* from unnest(
          ${requests.map(keyOf)}::text[], ${requests.map(({ clientId }) => clientId)}::text[],
          ${requests.map(({ preSessionHash }) => preSessionHash?.toString('hex') ?? null)}::text[],
          ${requests.map(({ accountId }) => accountId)}::text[], ${requests.map(({ sessionId }) => sessionId)}::text[]
        ) r (key, client_id, pre_session_hash, account_id, session_id), lateral (
          select client.*, held.*, client.is_first_party or ${hasConsent(lookups, asked)} as may_receive,
            account.name, account.is_email_confirmed, (
              select redirect_uri from sso_transactions
              where pre_session_hash = decode(r.pre_session_hash, 'hex') and client_id = r.client_id
                and expires_at > now()
            ) as validated_uri
          from (${selectClientAccess(lookups, asked.clientId, asked.accountId)}) client
          left join lateral (${selectSessionGrant(lookups, asked)}) held on true
          left join (${selectAccountClaims(lookups, asked.accountId)}) account on true limit 1) found`,
      nameOf: keyOf,
      nameOfRow: ({ key }) => key,
    }),
  };
}

const keyOf = ({ clientId, preSessionHash, sessionId }: Asked): string =>
  `${clientId} ${sessionId} ${preSessionHash?.toString('hex') ?? ''}`;
