import { acrValues } from '#sso/oidc/provider/acr.ts';

/** What VID refuses of the `claims` of a request (OpenID Connect Core 5.5); undefined when nothing. */
export function claimsProblem(text: string): string | undefined {
  const claims = parse(text);
  if (!isRecord(claims)) return 'it is no JSON object';
  const { userinfo, id_token: idToken } = claims;
  if (userinfo === undefined && idToken === undefined) return 'it has neither userinfo nor id_token';
  if (userinfo !== undefined && !isRecord(userinfo)) return 'its userinfo is no object';
  if (idToken !== undefined && !isRecord(idToken)) return 'its id_token is no object';
  const acr = idToken?.['acr'];
  if (!isRecord(acr) || acr['essential'] !== true) return undefined;
  const { value, values = value === undefined ? undefined : [value] } = acr;
  if (values === undefined || values === null) return undefined;
  if (!Array.isArray(values)) return 'the values of its acr are no list';
  const known = Object.keys(acrValues);
  return values.some((one) => known.includes(String(one)))
    ? undefined
    : `no sign-in of VID has such an acr; there are ${known.join(' and ')}`;
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
