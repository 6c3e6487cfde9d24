import type { Client } from 'oidc-provider';
import type { AccountClaims } from '#account/account-claims.ts';
import { foldText } from '#account/search/search-keys.ts';
import type { BrokerCertificate } from '#account/certificates/broker-certificate.ts';
import type { Roles } from '#applications/clients/lookups.ts';

export type AccountRow = AccountClaims & { readonly roles: Roles };

export const claimsByScope = {
  // Every id token states how and when the user signed in.
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'family_name', 'middle_name', 'given_name', 'preferred_username', 'picture'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  vid: ['vid:is_enterprise', 'vid:is_verified_enterprise', 'vid:object', 'vid:roles'],
  broker: ['vid:broker_certificate', 'vid:employer'],
  iss: null,
  sid: null,
};

export function claimsOfScope(scope: string): readonly string[] {
  const found = Object.entries(claimsByScope).find(([name]) => name === scope);
  return found?.[1] ?? [];
}

export const personClaims: ReadonlySet<string> = new Set(
  ['profile', 'email', 'phone', 'vid', 'broker'].flatMap(claimsOfScope),
);

/**
 * Returns only claims that the client may still request, so narrowing a client's scopes also affects existing
 * tokens. Without a client, returns all claims.
 */
export function withinScopes(
  client: Client | undefined,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { scope } = client ?? {};
  if (scope === undefined) return claims;
  const allowed = new Set(scope.split(' ').flatMap(claimsOfScope));
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.has(name)));
}

export function toClaims(accountId: string, account: AccountRow, origin: string) {
  return {
    ...present('name', account.name),
    preferred_username: userNameOf(accountId, account.name ?? ''),
    ...(account.isEnterprise ? {} : partsOfName(account.name ?? '')),
    ...present('picture', account.picture && new URL(account.picture, origin).href),
    ...present('email', account.email),
    ...(account.email === null ? {} : { email_verified: account.isEmailConfirmed }),
    ...(account.phone === null ? {} : { phone_number: account.phone, phone_number_verified: true }),
    'vid:is_enterprise': account.isEnterprise,
    'vid:is_verified_enterprise': account.isVerifiedEnterprise,
    ...present('vid:object', account.memberObject),
    'vid:roles': account.roles ?? [],
  };
}

/**
 * Returns a user name for applications that need one, such as `nguyen.van.an.1b8v`: the name without
 * diacritics and the end of the account id. The user name changes with the name, so only `sub` identifies the
 * account.
 */
export function userNameOf(accountId: string, name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/gu) ?? ['member'];
  return `${words.join('.').slice(0, 32)}.${accountId.slice(-4)}`;
}

/**
 * Splits a Vietnamese name into family name, middle names and given name, in this order. A single word is a
 * given name. Leaves out missing parts.
 */
export function partsOfName(name: string): Record<string, string> {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const given = words.pop();
  const [family, ...middle] = words;
  return {
    ...present('family_name', family ?? null),
    ...present('middle_name', middle.join(' ')),
    ...present('given_name', given ?? null),
  };
}

export function toBrokerClaims({
  number,
  province,
  issuedOn,
  expiresOn,
  status,
  ...employer
}: BrokerCertificate) {
  return {
    'vid:broker_certificate': {
      number,
      province,
      issued_on: issuedOn,
      ...present('expires_on', expiresOn),
      status,
    },
    // The broker declared the employer with the certificate, so the claim includes the certificate's status.
    ...(employer.employerId === null && employer.employerName === null
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
