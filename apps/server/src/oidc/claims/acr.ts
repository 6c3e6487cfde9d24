import { errors, type ClaimsParameter, type KoaContextWithOIDC } from 'oidc-provider';
import { claimsByScope, personClaims } from './claims.ts';

export const acrValues = {
  'urn:vid:acr:password': 'password',
  'urn:vid:acr:otp': 'otp',
  // The password page also offers sign-in by passkey.
  'urn:vid:acr:passkey': 'password',
} as const;
export type Acr = keyof typeof acrValues;
export type SignInWay = (typeof acrValues)[Acr];

function isAcr(value: unknown): value is Acr {
  return typeof value === 'string' && Object.hasOwn(acrValues, value);
}

/** Returns the `acr` of a sign-in with these authentication methods (RFC 8176); undefined if none matches. */
export function acrOf(amr: readonly string[]): Acr | undefined {
  if (amr.includes('pop')) return 'urn:vid:acr:passkey';
  if (amr.includes('pwd')) return 'urn:vid:acr:password';
  return amr.includes('otp') ? 'urn:vid:acr:otp' : undefined;
}

type Parameters = Readonly<Record<string, unknown>>;
export type RequestedAcrs = {
  /** In order of preference; empty if VID supports none of the requested values. */
  readonly values: readonly Acr[];
  /**
   * True if the sign-in must have one of the values (OpenID Connect Core 5.5.1.1). Values from `acr_values`
   * are voluntary (3.1.2.1).
   */
  readonly isEssential: boolean;
};

export function requestedAcrs(params: Parameters): RequestedAcrs {
  const essential = essentialAcrs(claimsOf(params));
  if (essential) return { values: essential.filter(isAcr), isEssential: true };
  const voluntary = params['acr_values'];
  return {
    values: typeof voluntary === 'string' ? voluntary.split(' ').filter(isAcr) : [],
    isEssential: false,
  };
}

export function requestedSubject(params: Parameters): string | undefined {
  const value = claimsOf(params)?.id_token?.['sub']?.value;
  return typeof value === 'string' ? value : undefined;
}

/** `adoptClaims` has already validated the JSON. */
function claimsOf({ claims }: Parameters): ClaimsParameter | undefined {
  return typeof claims === 'string' ? JSON.parse(claims) : undefined;
}

function essentialAcrs(claims: ClaimsParameter | undefined): readonly unknown[] | undefined {
  const acr = claims?.id_token?.['acr'];
  if (acr?.essential !== true) return undefined;
  return acr.values ?? (acr.value === undefined ? undefined : [acr.value]);
}

/**
 * Reduces a request's `claims` to the claims of the id token, and adds the scope of every requested user
 * claim. Userinfo returns all claims of a scope, and the consent screen lists only scopes, so the added
 * scopes make the user consent to everything that is returned.
 * @throws InvalidRequest for malformed values and for a device that requests a sign-in method or an account,
 * UnmetAuthenticationRequirements for an essential `acr` that VID does not support
 */
export function adoptClaims(ctx: KoaContextWithOIDC, claims: ClaimsParameter): void {
  const { params } = ctx.oidc;
  if (!params) return;
  const essential = essentialAcrs(claims);
  if (essential && !Array.isArray(essential))
    throw new errors.InvalidRequest('the values of acr must be a list');
  if (essential && !essential.some(isAcr))
    throw new errors.UnmetAuthenticationRequirements('no sign-in has such an acr');
  // The device cannot choose the method or the account, because the user approves the device in an existing
  // session.
  if (ctx.oidc.route === 'device_authorization' && (essential || claims.id_token?.sub))
    throw new errors.InvalidRequest('a device cannot request a sign-in method or an account');
  const requested = new Set(Object.keys({ ...claims.userinfo, ...claims.id_token }));
  const { scope } = params;
  const scopes = new Set(typeof scope === 'string' ? scope.split(' ') : []);
  for (const [name, claimNames] of Object.entries(claimsByScope))
    if (name !== 'openid' && claimNames?.some((claim) => requested.has(claim))) scopes.add(name);
  params['scope'] = [...scopes].join(' ');
  const { acr, sub, auth_time: authTime } = claims.id_token ?? {};
  const about = Object.keys(claims.id_token ?? {}).filter((claim) => personClaims.has(claim));
  const kept = {
    ...(acr && { acr }),
    ...(sub && { sub }),
    ...(authTime && { auth_time: authTime }),
    ...Object.fromEntries(about.map((claim) => [claim, null])),
  };
  params['claims'] = JSON.stringify({ id_token: kept });
}
