import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { ttl } from './ttl.ts';

/**
 * The only value of `resource` (RFC 8707) is the management API, for machine clients, and it is the default if the request
 * names a management scope. Tokens without a resource work only at userinfo.
 */
export function createResourceIndicators(audience: string) {
  return {
    enabled: true,
    defaultResource: ({ oidc }: KoaContextWithOIDC) =>
      isMachineRequest(oidc) && [...oidc.requestParamScopes].some(isManagementScope) ? audience : undefined,
    /** @throws InvalidTarget (RFC 8707 section 2), InvalidScope (RFC 6749 section 5.2) */
    getResourceServerInfo(
      { oidc }: KoaContextWithOIDC,
      resource: string,
    ): Pick<ResourceServer, 'scope' | 'audience' | 'accessTokenTTL' | 'accessTokenFormat'> {
      if (resource !== audience || !isMachineRequest(oidc)) throw new errors.InvalidTarget();
      const granted = oidc.client?.['vid_management_scopes'];
      const allowed: readonly unknown[] = Array.isArray(granted) ? granted : [];
      const refused = [...oidc.requestParamScopes].find((scope) => !allowed.includes(scope));
      if (refused !== undefined)
        throw new errors.InvalidScope('the client has not been granted this scope', refused);
      // Tokens are opaque, so that each request reads the state of the client, and no other kind of token can be
      // mistaken for an access token.
      return {
        scope: allowed.join(' '),
        audience,
        accessTokenTTL: ttl.accessToken,
        accessTokenFormat: 'opaque',
      };
    },
  };
}

function isMachineRequest({ client, params }: KoaContextWithOIDC['oidc']): boolean {
  return client?.['vid_kind'] === 'machine' && params?.['grant_type'] === 'client_credentials';
}

function isManagementScope(scope: string): boolean {
  return scope.startsWith('vid:');
}
