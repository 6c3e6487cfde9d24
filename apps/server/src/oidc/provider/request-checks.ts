import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import type { JWTPayload } from 'jose';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { clientScopes } from '#applications/clients/client.policy.ts';
import { ttl } from './ttl.ts';

export const scopes = clientScopes;
const knownScopes: ReadonlySet<string> = new Set(scopes);

/**
 * Runs checks that oidc-provider does not make, for redirected, pushed and device requests. Unknown scopes
 * are ignored if the request also has a known scope (OpenID Connect Core 3.1.2.1); without a known scope, the
 * consent screen would be empty.
 * @throws InvalidScope (RFC 6749 section 3.3) without a known scope, InvalidRequest for a malformed challenge
 * or a request with neither PKCE nor a nonce
 */
export function checkRequest({ oidc }: KoaContextWithOIDC): void {
  const { scope, code_challenge: challenge, nonce, response_type: responseType } = oidc.params ?? {};
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  if (!asked.some((name) => knownScopes.has(name)))
    throw new errors.InvalidScope('no known scope was requested', typeof scope === 'string' ? scope : '');
  if (typeof challenge === 'string' && !isCodeChallenge(challenge))
    throw new errors.InvalidRequest('code_challenge must be 43 characters of base64url (S256)');
  // A device authorization request has no response type, and neither PKCE nor a nonce.
  const omitsPkce = oidc.client?.['vid_may_omit_pkce'] === true && challenge === undefined;
  if (omitsPkce && responseType !== undefined && nonce === undefined)
    throw new errors.InvalidRequest('a request without PKCE needs a nonce');
}

/**
 * Limits the lifetime and audience of a client's assertion (RFC 7523 section 3). A leaked, unused assertion
 * works until it expires, and the `jti` of a used one is stored until then. Another recipient in the audience
 * could use the assertion at VID.
 * @throws InvalidClientAuth
 */
export function checkAssertion({ oidc }: KoaContextWithOIDC, { exp, aud }: JWTPayload): void {
  if (exp === undefined || exp > Date.now() / 1_000 + ttl.clientAssertion)
    throw new errors.InvalidClientAuth('the assertion must expire within 10 minutes');
  const own = oidc.clientJwtAuthExpectedAudience();
  if ([aud].flat().some((one) => one === undefined || !own.has(one)))
    throw new errors.InvalidClientAuth('the assertion must have no other audience');
}
