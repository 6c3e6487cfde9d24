import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { ttl } from './ttl.ts';

/**
 * Defines the only resource (RFC 8707): the management API, for machine clients. It is the default if the
 * request names a management scope.
 */
export function createResourceIndicators(audience: string) {
  return {
    enabled: true,
    defaultResource: ({ oidc }: KoaContextWithOIDC) =>
      isMachineRequest(oidc) && [...oidc.requestParamScopes].some(isManagementScope) ? audience : undefined,
    /**
     * Returns the scopes and the audience of a token for the resource.
     * @throws InvalidTarget (RFC 8707 section 2) for another resource or client, InvalidScope (RFC 6749
     *   section 5.2) for a scope that the client has not been granted
     */
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
      // Opaque tokens make every request read the current state of the client, and cannot be mistaken for
      // another kind of token.
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
