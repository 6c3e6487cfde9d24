import { selectAccountClaims, type AccountClaims } from '#account/account-claims.ts';
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
  /** Whether the application may receive the scopes: it is first-party, or the account has consented. */
  readonly mayReceive: boolean;
} & Pick<AccountClaims, 'name' | 'isEmailConfirmed'> &
  (SessionGrant | { readonly grantId: null });

export function createCodeRequestRepo(lookups: Sql) {
  return {
    /**
     * Reads all facts that decide a code request in one statement, so that they hold at the same moment. Undefined if
     * the client is inactive.
     */
    async find(asked: Asked): Promise<Found | undefined> {
      const { clientId, preSessionHash, accountId } = asked;
      const scope = selectScopes(lookups);
      const consent = { accountId, applicationId: lookups`client.application_id`, scope };
      return lookups<Found[]>`
        select client.*, held.*, client.is_first_party
          or ${hasConsent(lookups, consent)} as may_receive,
          account.name, account.is_email_confirmed, (
          select redirect_uri from sso_transactions
          where pre_session_hash = ${preSessionHash} and client_id = ${clientId} and expires_at > now()
        ) as validated_uri
        from (${selectClientAccess(lookups, clientId, accountId)}) client
        left join lateral (${selectSessionGrant(lookups, { ...asked, scope })}) held on true
        left join (${selectAccountClaims(lookups, accountId)}) account on true`.first();
    },
  };
}
