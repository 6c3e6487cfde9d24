import type { Account, Client } from 'oidc-provider';
import { missingDetail } from '@vid/contract/sso/required-details';
import { selectAccountClaims, type AccountClaims } from '#account/account-claims.ts';
import { selectBrokerCertificate, type BrokerCertificate } from '#account/certificates/broker-certificate.ts';
import { AppError } from '#lib/app-error.ts';
import { mayUse, rolesOf, type ActiveClient } from '#applications/clients/lookups.ts';
import { batchReads } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { toBrokerClaims, toClaims, withinScopes, type AccountRow } from './claims.ts';

type Reader = { readonly accountId: string; readonly clientId: string };

const readerOf = ({ accountId, clientId }: Reader): string => `${clientId} ${accountId}`;

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Reads accounts for tokens and prompts. `origin` makes picture URLs absolute. */
export function createAccountStore(lookups: Sql, origin: string) {
  const read = batchReads<Reader, Reader & AccountRow>({
    readAll: (readers) => lookups<(Reader & AccountRow)[]>`
      select r.account_id, r.client_id, found.*
      from unnest(${readers.map(({ accountId }) => accountId)}::text[], ${readers.map(({ clientId }) => clientId)}::text[])
        r (account_id, client_id), lateral (
          select claims.*, ${rolesOf(lookups, lookups`r.account_id`, lookups`r.client_id`)} as roles
          from (${selectAccountClaims(lookups, lookups`r.account_id`)}) claims limit 1) found`,
    nameOf: readerOf,
    nameOfRow: readerOf,
  });
  /** Returns the account even if it may not use the application; undefined if it is not active. */
  async function findVisitor(accountId: string, client: Client | undefined): Promise<Account | undefined> {
    const account = await read({ accountId, clientId: client?.clientId ?? '' });
    if (!account) return undefined;
    const { mustChangePassword, roles } = account;
    return {
      accountId,
      mustChangePassword,
      missingDetail: client && missingDetail(requirementsOf(client), account),
      mayUseClient: client === undefined || mayUse(accessOf(client), roles),
      async claims(use, scope, requested) {
        // With `conformIdTokenClaims`, an id token contains only the user claims that the request names.
        if (use === 'id_token' && Object.keys(requested).length === 0) return { sub: accountId };
        return {
          sub: accountId,
          ...withinScopes(client, {
            ...toClaims(accountId, account, origin),
            ...(scope.split(' ').includes('broker') ? await readBroker(accountId) : {}),
          }),
        };
      },
    };
  }

  /**
   * Returns the account of a token; undefined if the account is not active or may not use the application.
   * Every use of a token calls this function, so a lock or a removed permission takes effect immediately.
   */
  async function find(accountId: string, client: Client | undefined): Promise<Account | undefined> {
    const account = await findVisitor(accountId, client);
    return account?.['mayUseClient'] === true ? account : undefined;
  }

  /** Queried separately, because few applications request the broker's claims. */
  async function readBroker(accountId: string) {
    const [broker] = await lookups<BrokerCertificate[]>`${selectBrokerCertificate(lookups, accountId)}`;
    return broker ? toBrokerClaims(broker) : {};
  }
  return {
    find,
    findVisitor,
    /**
     * Requires the details that a client demands of an account.
     * @throws AppError NAME_REQUIRED or EMAIL_REQUIRED if the account lacks one of them
     */
    async requireDetails(
      client: Pick<ActiveClient, 'requiresName' | 'requiresEmail'>,
      accountId: string,
    ): Promise<void> {
      const [account] = await lookups<AccountClaims[]>`${selectAccountClaims(lookups, accountId)}`;
      const missing = missingDetail(client, account ?? { name: null, isEmailConfirmed: false });
      if (missing) throw new AppError(missing);
    },
    mayUse: async (accountId: string, client: Client): Promise<boolean> =>
      (await find(accountId, client)) !== undefined,
  };
}

function requirementsOf(client: Client) {
  return {
    requiresName: client['vid_requires_name'] === true,
    requiresEmail: client['vid_requires_email'] === true,
  };
}

function accessOf(client: Client): 'open' | 'restricted' {
  return client['vid_restricted'] === true ? 'restricted' : 'open';
}
