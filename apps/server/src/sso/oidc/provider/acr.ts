import { errors, type ClaimsParameter, type KoaContextWithOIDC } from 'oidc-provider';
import { claimsByScope } from '#sso/oidc/store/claims.ts';

/** The ways of signing in that an application may ask for, as values of `acr`, and as VID's screens name them. */
export const acrValues = {
  'urn:vid:acr:password': 'password',
  'urn:vid:acr:otp': 'otp',
} as const;
export type Acr = keyof typeof acrValues;
export type SignInWay = (typeof acrValues)[Acr];

function isAcr(value: unknown): value is Acr {
  return typeof value === 'string' && Object.hasOwn(acrValues, value);
}

/** How the session was begun. Signing up proves the phone by a code, too. */
export function acrOf(method: string): Acr {
  return method === 'password' ? 'urn:vid:acr:password' : 'urn:vid:acr:otp';
}

/** RFC 8176 authentication method references. */
export function amrOf(method: string): string[] {
  return method === 'password' ? ['pwd'] : ['otp', 'sms'];
}

type Parameters = Readonly<Record<string, unknown>>;
export type WantedAcrs = {
  /** In the order of preference; empty when nothing that VID knows was asked for. */
  readonly values: readonly Acr[];
  /** Whether nothing else will do (OpenID Connect Core 5.5.1.1); `acr_values` is a wish (3.1.2.1). */
  readonly isEssential: boolean;
};

/** What the stored parameters of a request ask of the way of signing in. */
export function wantedAcrs(params: Parameters): WantedAcrs {
  const essential = essentialAcrs(claimsOf(params));
  if (essential) return { values: essential.filter(isAcr), isEssential: true };
  const wished = params['acr_values'];
  return { values: typeof wished === 'string' ? wished.split(' ').filter(isAcr) : [], isEssential: false };
}

/** Whose sign-in alone will do, by the `claims` of a request. */
export function wantedSubject(params: Parameters): string | undefined {
  const value = claimsOf(params)?.id_token?.['sub']?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Checked when the request was taken, so it is what it says. */
function claimsOf({ claims }: Parameters): ClaimsParameter | undefined {
  return typeof claims === 'string' ? JSON.parse(claims) : undefined;
}

function essentialAcrs(claims: ClaimsParameter | undefined): readonly unknown[] | undefined {
  const acr = claims?.id_token?.['acr'];
  if (acr?.essential !== true) return undefined;
  return acr.values ?? (acr.value === undefined ? undefined : [acr.value]);
}

/**
 * Takes a request's `claims` as VID gives them. Those about the sign-in itself stay. A claim about the person is
 * asked for by the scope that it belongs to: the screens name scopes, and nobody consents to what is not shown.
 * @throws InvalidRequest for values that are no list, UnmetAuthenticationRequirements for an essential `acr` that no sign-in of VID can have
 */
export function adoptClaims(ctx: KoaContextWithOIDC, claims: ClaimsParameter): void {
  const { params } = ctx.oidc;
  if (!params) return;
  const essential = essentialAcrs(claims);
  if (essential && !Array.isArray(essential)) throw new errors.InvalidRequest('the values of acr are a list');
  if (essential && !essential.some(isAcr))
    throw new errors.UnmetAuthenticationRequirements('no sign-in has such an acr');
  // Who approves a device is signed in already, in a way that the device has no say in.
  if (ctx.oidc.route === 'device_authorization' && (essential || claims.id_token?.sub))
    throw new errors.InvalidRequest('a device asks for no way of signing in, and for nobody');
  const asked = new Set(Object.keys({ ...claims.userinfo, ...claims.id_token }));
  const { scope: given } = params;
  const scopes = new Set(typeof given === 'string' ? given.split(' ') : []);
  for (const [scope, names] of Object.entries(claimsByScope))
    if (scope !== 'openid' && names?.some((name) => asked.has(name))) scopes.add(scope);
  params['scope'] = [...scopes].join(' ');
  const { acr, sub, auth_time: authTime } = claims.id_token ?? {};
  const kept = { ...(acr && { acr }), ...(sub && { sub }), ...(authTime && { auth_time: authTime }) };
  params['claims'] = JSON.stringify({ id_token: kept });
}
