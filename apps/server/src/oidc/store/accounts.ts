import type { Account, Client } from 'oidc-provider';
import { isReleased } from '#account/phone-lease.ts';
import { hasName, selectAccountClaims } from '#account/account-claims.ts';
import { selectBrokerCertificate, type BrokerCertificate } from '#account/broker-certificate.ts';
import type { Sql } from '#database/connection.ts';
import { mayUse, rolesOf } from '#applications/clients/lookups.ts';
import { accountKey, currentState, takeOnce } from './request-state.ts';
import type { AccountRow } from './rows.ts';

/** The claims of each scope, as discovery publishes them (specification, clause 6). */
export const claimsByScope = {
  // Every id token says how and when the user signed in.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  vid: ['vid:is_enterprise', 'vid:is_verified_enterprise', 'vid:object', 'vid:roles'],
  broker: ['vid:broker_certificate', 'vid:employer'],
  iss: null,
  sid: null,
};

/** The claims of a scope; none for an unknown one. */
export function claimsOfScope(scope: string): readonly string[] {
  const found = Object.entries(claimsByScope).find(([name]) => name === scope);
  return found?.[1] ?? [];
}

/** The claims about the user, which userinfo gives. */
export const personClaims: ReadonlySet<string> = new Set(
  ['profile', 'email', 'phone', 'vid', 'broker'].flatMap(claimsOfScope),
);

export type AccountStore = ReturnType<typeof createAccountStore>;

/** `origin` makes the addresses of pictures absolute. */
export function createAccountStore(lookups: Sql, origin: string) {
  /** The account as an application sees it; undefined if it is locked or may not use the application. */
  async function find(accountId: string, client: Client | undefined): Promise<Account | undefined> {
    const clientId = client?.clientId ?? '';
    const ahead = takeOnce(currentState()?.accounts, accountKey(accountId, clientId));
    const account = ahead === undefined ? await read(accountId, clientId) : ahead;
    if (!account) return undefined;
    const { mustChangePassword, roles } = account;
    // Checked at every use of a token, so locking or removing a permission takes effect immediately.
    if (client && !mayUse(accessOf(client), roles)) return undefined;
    return {
      accountId,
      mustChangePassword,
      hasName: account.name !== null,
      claims: async (_use, scope) => ({
        sub: accountId,
        ...withinScopes(client, {
          ...toClaims(account, origin),
          ...(scope.split(' ').includes('broker') ? await readBroker(accountId) : {}),
        }),
      }),
    };
  }
  async function read(accountId: string, clientId: string): Promise<AccountRow | undefined> {
    const [account] = await lookups<AccountRow[]>`
      select claims.*, ${rolesOf(lookups, accountId, clientId)} as roles
      from (${selectAccountClaims(lookups, accountId)}) claims`;
    return account;
  }
  /** A separate query, because few applications ask for it. */
  async function readBroker(accountId: string) {
    const [broker] = await lookups<BrokerCertificate[]>`${selectBrokerCertificate(lookups, accountId)}`;
    return broker ? toBrokerClaims(broker) : {};
  }
  return {
    find,
    /** Whether the account has the claim `name`. */
    async hasName(accountId: string): Promise<boolean> {
      const [row] = await lookups<{ isNamed: boolean }[]>`select ${hasName(lookups, accountId)} as is_named`;
      return row?.isNamed === true;
    },
    /** Whether the account may use the client's application. */
    mayUse: async (accountId: string, client: Client): Promise<boolean> =>
      (await find(accountId, client)) !== undefined,
  };
}

/** The claims that the client may still ask for, so that narrowing its scopes takes effect on tokens it holds. */
function withinScopes(
  client: Client | undefined,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { scope } = client ?? {};
  if (scope === undefined) return claims;
  const allowed = new Set(scope.split(' ').flatMap(claimsOfScope));
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.has(name)));
}

function accessOf(client: Client): 'open' | 'restricted' {
  return client['vid_restricted'] === true ? 'restricted' : 'open';
}

function toClaims(account: AccountRow, origin: string) {
  return {
    ...present('name', account.name),
    ...present('picture', account.picture && new URL(account.picture, origin).href),
    ...present('email', account.email),
    ...(account.email === null ? {} : { email_verified: account.isEmailConfirmed }),
    ...(isReleased(account.phone) ? {} : { phone_number: account.phone, phone_number_verified: true }),
    'vid:is_enterprise': account.isEnterprise,
    'vid:is_verified_enterprise': account.isVerifiedEnterprise,
    ...present('vid:object', account.memberObject),
    'vid:roles': account.roles ?? [],
  };
}

function toBrokerClaims({ number, province, issuedOn, expiresOn, status, ...employer }: BrokerCertificate) {
  return {
    'vid:broker_certificate': {
      number,
      province,
      issued_on: issuedOn,
      ...present('expires_on', expiresOn),
      status,
    },
    // As the broker declared it, so it is worth no more than the certificate.
    ...(employer.employerId === null
      ? {}
      : {
          'vid:employer': {
            ...present('name', employer.employerName),
            ...present('tax_code', employer.employerTaxCode),
            verified: employer.isEmployerVerified,
            status,
          },
        }),
  };
}

function present(name: string, value: string | null): Record<string, string> {
  return value === null || value === '' ? {} : { [name]: value };
}
