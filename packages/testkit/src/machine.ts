import type { ManagementScope } from '@vid/contract/management-scopes';
import type { TestServer } from './server.ts';

export type MachineToken = { readonly clientId: string; readonly secret: string; readonly token: string };

/** A new machine client with these scopes of the management API, and a token that has all of them. */
export async function createMachineToken(
  server: TestServer,
  appCode: string,
  scopes: readonly ManagementScope[],
): Promise<MachineToken> {
  const { applications, managementScopes } = server.deps;
  const { clientId, secret = '' } = await applications.addClient(appCode, { kind: 'machine' });
  await managementScopes.set(clientId, scopes);
  const { access_token: token } = await requestToken(server, { clientId, secret }, scopes.join(' '));
  return { clientId, secret, token: String(token) };
}

/** The answer of the token endpoint to a client credentials request (RFC 6749 section 4.4). */
export async function requestToken(
  server: TestServer,
  { clientId, secret }: { readonly clientId: string; readonly secret: string },
  scope: string,
  extra: { readonly dpop?: string; readonly resource?: string } = {},
): Promise<Record<string, unknown>> {
  const { dpop, ...parameters } = extra;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/vid/oidc/token',
    headers: {
      host: server.deps.config.publicUrl.host,
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      ...(dpop !== undefined && { dpop }),
    },
    payload: new URLSearchParams({ grant_type: 'client_credentials', scope, ...parameters }).toString(),
  });
  return answer.json();
}
