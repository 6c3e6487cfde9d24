import type { Account, Client } from 'oidc-provider';
import { hasName, selectAccountClaims } from '#account/account-claims.ts';
import { selectBrokerCertificate, type BrokerCertificate } from '#account/broker-certificate.ts';
import { mayUse, rolesOf } from '#applications/clients/lookups.ts';
import { batchReads } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { toBrokerClaims, toClaims, withinScopes, type AccountRow } from '#oidc/provider/claims.ts';

type Reader = { readonly accountId: string; readonly clientId: string };

const readerOf = ({ accountId, clientId }: Reader): string => `${clientId} ${accountId}`;

export type AccountStore = ReturnType<typeof createAccountStore>;

/** `origin` makes the addresses of pictures absolute. */
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
  /** The account as an application sees it; undefined if it is locked. */
  async function findVisitor(accountId: string, client: Client | undefined): Promise<Account | undefined> {
    const account = await read({ accountId, clientId: client?.clientId ?? '' });
    if (!account) return undefined;
    const { mustChangePassword, roles } = account;
    return {
      accountId,
      mustChangePassword,
      hasName: account.name !== null,
      mayUseClient: client === undefined || mayUse(accessOf(client), roles),
      claims: async (_use, scope) => ({
        sub: accountId,
        ...withinScopes(client, {
          ...toClaims(account, origin),
          ...(scope.split(' ').includes('broker') ? await readBroker(accountId) : {}),
        }),
      }),
    };
  }

  /**
   * The account of a token; undefined if it is locked or may not use the application. Checked at every use of a token,
   * so locking or removing a permission takes effect immediately.
   */
  async function find(accountId: string, client: Client | undefined): Promise<Account | undefined> {
    const account = await findVisitor(accountId, client);
    return account?.['mayUseClient'] === true ? account : undefined;
  }

  /** Reads the broker's claims by a separate query, because few applications ask for them. */
  async function readBroker(accountId: string) {
    const [broker] = await lookups<BrokerCertificate[]>`${selectBrokerCertificate(lookups, accountId)}`;
    return broker ? toBrokerClaims(broker) : {};
  }
  return {
    find,
    findVisitor,
    /** Whether the account has the claim `name`. */
    async hasName(accountId: string): Promise<boolean> {
      const [row] = await lookups<{ isNamed: boolean }[]>`select ${hasName(lookups, accountId)} as is_named`;
      return row?.isNamed === true;
    },
    mayUse: async (accountId: string, client: Client): Promise<boolean> =>
      (await find(accountId, client)) !== undefined,
  };
}

function accessOf(client: Client): 'open' | 'restricted' {
  return client['vid_restricted'] === true ? 'restricted' : 'open';
}
