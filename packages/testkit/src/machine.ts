import { managementPath, type ManagementScope } from '@vid/contract/management-scopes';
import type { TestServer } from './server.ts';

export type MachineToken = { readonly clientId: string; readonly secret: string; readonly token: string };

/** Creates a machine client with these scopes of the management API, and a token with all of them. */
export async function createMachineToken(
  server: TestServer,
  appCode: string,
  scopes: readonly ManagementScope[],
  settings: { readonly clientId?: string } = {},
): Promise<MachineToken> {
  const { applications, managementScopes } = server.deps;
  const { clientId, secret = '' } = await applications.addClient(appCode, { kind: 'machine', ...settings });
  await managementScopes.set(clientId, scopes);
  const { access_token: token } = await requestToken(server, { clientId, secret }, scopes.join(' '));
  return { clientId, secret, token: String(token) };
}

/** Returns the body of the token endpoint's response to a client credentials request (RFC 6749 section 4.4). */
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

export type ManagementAnswer = {
  readonly status: number;
  readonly code: unknown;
  readonly data: Record<string, unknown>;
  readonly challenge: unknown;
};

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Calls the management API. `path` is relative to the API's base path. */
export async function callManagement(
  server: TestServer,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<ManagementAnswer> {
  const answer = await server.app.inject({
    method,
    url: `${managementPath}/${path}`,
    headers: { host: server.deps.config.publicUrl.host, ...headers },
    ...(body && { payload: body }),
  });
  const json = answer.json();
  return {
    status: answer.statusCode,
    code: json.message,
    data: json.data,
    challenge: answer.headers['www-authenticate'],
  };
}
