/** The table of each of the provider's models. Each kind of secret has its own, so that none is taken for another. */
export const oidcTableNames = {
  AuthorizationCode: 'oidc_authorization_codes',
  AccessToken: 'oidc_access_tokens',
  RefreshToken: 'oidc_refresh_tokens',
  ClientCredentials: 'oidc_client_credentials',
  DeviceCode: 'oidc_device_codes',
  PushedAuthorizationRequest: 'oidc_pushed_requests',
  Interaction: 'oidc_interactions',
  ReplayDetection: 'oidc_replays',
  Grant: 'oidc_grants',
} as const;

export type OidcModel = keyof typeof oidcTableNames;
