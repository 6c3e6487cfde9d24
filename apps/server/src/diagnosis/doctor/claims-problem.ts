import { acrValues } from '#oidc/claims/acr.ts';
import { personClaims } from '#oidc/claims/claims.ts';

/**
 * Returns why VID refuses the `claims` parameter of a request (OpenID Connect Core 5.5); undefined if VID
 * accepts it.
 */
export function claimsProblem(text: string): string | undefined {
  const claims = parse(text);
  if (!isRecord(claims)) return 'it is not a JSON object';
  const { userinfo, id_token: idToken } = claims;
  if (userinfo === undefined && idToken === undefined) return 'it has neither userinfo nor id_token';
  if (userinfo !== undefined && !isRecord(userinfo)) return 'its userinfo is not an object';
  if (idToken !== undefined && !isRecord(idToken)) return 'its id_token is not an object';
  const acr = idToken?.['acr'];
  if (!isRecord(acr) || acr['essential'] !== true) return undefined;
  const { value, values = value === undefined ? undefined : [value] } = acr;
  if (values === undefined || values === null) return undefined;
  if (!Array.isArray(values)) return 'the values of its acr are not a list';
  const known = Object.keys(acrValues);
  return values.some((one) => known.includes(String(one)))
    ? undefined
    : `VID has no such acr; there are ${known.join(' and ')}`;
}

export function personClaimsOf(text: string): string[] {
  const claims = parse(text);
  const idToken = isRecord(claims) ? claims['id_token'] : undefined;
  return isRecord(idToken) ? Object.keys(idToken).filter((claim) => personClaims.has(claim)) : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
