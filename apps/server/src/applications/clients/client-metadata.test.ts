import { describe, expect, it } from 'vitest';
import { ApplicationProblem } from '#applications/application/application-problem.ts';
import type { ClientRow } from '#applications/application/application.repo.ts';
import { clientFromMetadata, flowsOf, toRegistration } from './client-metadata.ts';

const device = 'urn:ietf:params:oauth:grant-type:device_code';

describe('the registration metadata of a client', () => {
  it.each([
    [{}, 'web', false],
    [{ application_type: 'web', token_endpoint_auth_method: 'none' }, 'spa', false],
    [{ application_type: 'native', token_endpoint_auth_method: 'none' }, 'native', false],
    [{ grant_types: ['authorization_code', 'refresh_token'] }, 'web', false],
    [{ grant_types: ['authorization_code', device] }, 'web', false],
    [{ grant_types: [device, 'refresh_token'] }, 'web', true],
    [{ grant_types: ['client_credentials'], response_types: [] }, 'machine', false],
  ])('%j creates a client of the kind %s (device flow only: %s)', (metadata, kind, isDeviceOnly) => {
    expect(clientFromMetadata(metadata)).toMatchObject({ kind, isDeviceOnly });
  });

  it('is converted to the settings of a client', () => {
    expect(
      clientFromMetadata({
        client_name: 'Sàn',
        contacts: ['ops@example.vn'],
        token_endpoint_auth_method: 'private_key_jwt',
        redirect_uris: ['https://app.example.vn/cb'],
        post_logout_redirect_uris: ['https://app.example.vn/'],
        backchannel_logout_uri: 'https://app.example.vn/out',
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'RS256',
        jwks: { keys: [] },
        require_pushed_authorization_requests: true,
        dpop_bound_access_tokens: true,
        scope: 'openid phone',
      }),
    ).toEqual({
      name: 'Sàn',
      kind: 'web',
      isDeviceOnly: false,
      authMethod: 'private_key_jwt',
      redirectUris: ['https://app.example.vn/cb'],
      postLogoutUris: ['https://app.example.vn/'],
      backchannelLogoutUri: 'https://app.example.vn/out',
      idTokenAlg: 'RS256',
      jwks: { keys: [] },
      requiresPar: true,
      requiresDpop: true,
      scopes: ['openid', 'phone'],
    });
  });

  it.each([
    ['client_credentials of a client with users', { grant_types: ['client_credentials', 'refresh_token'] }],
    ['a response type of a machine', { grant_types: ['client_credentials'], response_types: ['code'] }],
    ['an unknown grant', { grant_types: ['password'] }],
    ['the implicit flow', { response_types: ['token'] }],
    ['an unknown algorithm', { id_token_signed_response_alg: 'none' }],
    ['an unknown member', { request_object_signing_alg: 'ES256' }],
    ['keys that are not a JWK set', { jwks: 'https://app.example.vn/keys' }],
    ['addresses that are not a list', { redirect_uris: 'https://app.example.vn/cb' }],
    ['a list instead of an object', []],
  ])('with %s is refused', (_case, metadata) => {
    expect(() => clientFromMetadata(metadata)).toThrow(ApplicationProblem);
  });

  it.each([
    ['web', true],
    ['native', true],
    ['spa', false],
    ['machine', false],
  ] as const)('names the device flow for a client of the kind %s: %s', (kind, isNamed) => {
    expect(flowsOf({ kind, redirectUris: [] }).grant_types.includes(device)).toBe(isNamed);
  });

  it('contains the client’s settings and its registration time in seconds', () => {
    const client: ClientRow = {
      id: 'shop-app',
      applicationId: 'app_shop',
      name: 'Ứng dụng',
      status: 'active',
      createdBy: null,
      hasCreator: false,
      asksToContinue: true,
      requiresName: true,
      requiresEmail: true,
      mayOmitPkce: false,
      managementScopes: [],
      updatedAt: new Date(),
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      kind: 'native',
      authMethod: 'none',
      redirectUris: ['vn.example.app:/cb'],
      postLogoutUris: [],
      backchannelLogoutUri: null,
      jwks: null,
      scopes: ['openid', 'phone'],
      idTokenAlg: 'ES256',
      requiresPar: false,
      requiresDpop: true,
    };
    expect(toRegistration(client)).toEqual({
      client_id: 'shop-app',
      client_name: 'Ứng dụng',
      client_id_issued_at: 1_767_323_045,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', device],
      response_types: ['code'],
      redirect_uris: ['vn.example.app:/cb'],
      post_logout_redirect_uris: [],
      scope: 'openid phone',
      id_token_signed_response_alg: 'ES256',
      require_pushed_authorization_requests: false,
      dpop_bound_access_tokens: true,
    });
    expect(toRegistration({ ...client, kind: 'web' })).toMatchObject({ application_type: 'web' });
    const backchannelLogoutUri = 'https://app.example.vn/out';
    expect(toRegistration({ ...client, jwks: { keys: [] }, backchannelLogoutUri })).toMatchObject({
      jwks: { keys: [] },
      backchannel_logout_uri: backchannelLogoutUri,
    });
    const machine = toRegistration({ ...client, kind: 'machine', scopes: [] });
    expect(machine).toMatchObject({ grant_types: ['client_credentials'], response_types: [] });
    expect(machine).not.toHaveProperty('scope');
    expect(flowsOf({ kind: 'spa', redirectUris: [] })).toEqual({
      grant_types: ['refresh_token'],
      response_types: [],
    });
  });
});
