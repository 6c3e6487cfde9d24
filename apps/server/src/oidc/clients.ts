import type { AdapterPayload } from 'oidc-provider';
import type { ApplicationService } from '../features/applications/application.service.ts';
import type { ApplicationRow, ClientRow } from '../features/applications/application.repo.ts';

/** What the library is told of a client; `vid_*` are ours. */
export type ClientSource = { find(id: string): Promise<AdapterPayload | undefined> };

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Read with every request, so that a disabled client or application fails from the next one on. */
export function createClientSource(applications: ApplicationService): ClientSource {
  return {
    async find(id) {
      const found = id.length <= 128 ? await applications.findActive(id) : undefined;
      return found && toMetadata(found.client, found.application);
    },
  };
}

function toMetadata(client: ClientRow, application: ApplicationRow): AdapterPayload {
  const isMachine = client.kind === 'machine';
  return {
    client_id: client.id,
    client_name: application.name,
    application_type: client.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: client.authMethod,
    // Secrets are hashed; the comparison is ours (see provider.ts), the library only asks that one exists.
    ...(client.authMethod.startsWith('client_secret') ? { client_secret: 'hashed' } : {}),
    ...(client.authMethod === 'private_key_jwt' && client.jwks ? { jwks: client.jwks } : {}),
    grant_types: isMachine
      ? ['client_credentials']
      : [
          'authorization_code',
          'refresh_token',
          ...(client.kind === 'native' || client.kind === 'web' ? [deviceGrant] : []),
        ],
    response_types: isMachine ? [] : ['code'],
    redirect_uris: isMachine ? [] : client.redirectUris,
    post_logout_redirect_uris: client.postLogoutUris,
    ...(client.backchannelLogoutUri
      ? { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }
      : {}),
    id_token_signed_response_alg: client.idTokenAlg,
    vid_application_id: application.id,
    vid_application_code: application.code,
    vid_application_name: application.name,
    vid_application_logo: application.logo ?? '',
    vid_first_party: application.isFirstParty,
    vid_asks: client.asksToContinue,
    vid_restricted: application.access === 'restricted',
  };
}
