import { isCodeChallenge } from '@vid/contract/sso/sso-query';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

export const scopes = ['openid', 'profile', 'email', 'phone', 'vid', 'offline_access'] as const;
const known: ReadonlySet<string> = new Set(scopes);

/**
 * What the library lets pass, of requests by redirect, pushed and of devices. Unknown scopes beside known ones are left
 * alone (OpenID Connect Core 3.1.2.1); with none that is known the person would be asked for nothing.
 * @throws invalid_scope (RFC 6749 section 3.3), invalid_request
 */
export function checkRequest({ oidc }: KoaContextWithOIDC): void {
  const { scope, code_challenge: challenge } = oidc.params ?? {};
  const asked = typeof scope === 'string' ? scope.split(' ') : [];
  if (!asked.some((name) => known.has(name)))
    throw new errors.InvalidScope(
      'no scope was asked for that there is',
      typeof scope === 'string' ? scope : '',
    );
  if (typeof challenge === 'string' && !isCodeChallenge(challenge))
    throw new errors.InvalidRequest('code_challenge must be 43 characters of base64url (S256)');
}

/** @throws invalid_target (RFC 8707 section 2) */
export function refuseResource(): never {
  throw new errors.InvalidTarget();
}
