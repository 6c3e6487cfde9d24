/** Scopes of the management API that reach the client's own application only. */
export const applicationScopes = ['vid:applications:read', 'vid:applications:write'] as const;

/**
 * Scopes of the management API that reach every account of the association. Only administrators and the
 * operator grant them.
 */
export const accountScopes = ['vid:accounts:read', 'vid:accounts:write'] as const;

export const managementScopes = [...applicationScopes, ...accountScopes] as const;
export type ManagementScope = (typeof managementScopes)[number];

/** Path of the management API. The audience of its tokens is the origin followed by this path (RFC 8707). */
export const managementPath = '/vid/api/manage';
