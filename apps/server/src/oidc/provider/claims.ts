import type { Client } from 'oidc-provider';
import type { AccountClaims } from '#account/account-claims.ts';
import type { BrokerCertificate } from '#account/broker-certificate.ts';
import type { Roles } from '#applications/clients/lookups.ts';

export type AccountRow = AccountClaims & { readonly roles: Roles };

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

/** The claims of a scope; empty for an unknown scope. */
export function claimsOfScope(scope: string): readonly string[] {
  const found = Object.entries(claimsByScope).find(([name]) => name === scope);
  return found?.[1] ?? [];
}

export const personClaims: ReadonlySet<string> = new Set(
  ['profile', 'email', 'phone', 'vid', 'broker'].flatMap(claimsOfScope),
);

/** The claims that the client may still ask for, so that narrowing its scopes takes effect on tokens it holds. */
export function withinScopes(
  client: Client | undefined,
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { scope } = client ?? {};
  if (scope === undefined) return claims;
  const allowed = new Set(scope.split(' ').flatMap(claimsOfScope));
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.has(name)));
}

export function toClaims(account: AccountRow, origin: string) {
  return {
    ...present('name', account.name),
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
    // The employer is as the broker declared it, so the claim is worth no more than the certificate.
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
